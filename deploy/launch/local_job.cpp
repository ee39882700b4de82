#include <troupe/deploy/environment/to_environment.hpp>
#include <troupe/deploy/launch/inheritance.hpp>
#include <troupe/deploy/launch/local_job.hpp>
#include <troupe/deploy/launch/node_process.hpp>

namespace troupe {
namespace {

expected<node_id> number_of_nodes(const local_job& wanted) {
  const bool one_process = wanted.link == link_class::in_process;
  const auto nodes = wanted.nodes.value_or(one_process ? 1 : wanted.ranks);
  if (wanted.ranks < 1 || nodes < 1)
    return error{errc::invalid_argument, "there are " + std::to_string(wanted.ranks) +
                                             " ranks and " + std::to_string(nodes) +
                                             " nodes, wanted at least one of each"};
  if (nodes > wanted.ranks)
    return error{errc::invalid_argument,
                 "there are " + std::to_string(nodes) + " nodes for " +
                     std::to_string(wanted.ranks) + " ranks, wanted a rank for each",
                 "use --nodes " + std::to_string(wanted.ranks) + " or fewer"};
  if (one_process && nodes > 1)
    return error{errc::invalid_argument,
                 "the link in-process can't join " + std::to_string(nodes) + " nodes",
                 "leave out --nodes, or use --link shm"};
  return nodes;
}

}  // namespace

expected<job_plan> plan(const local_job& wanted) {
  const auto nodes = number_of_nodes(wanted);
  if (!nodes) return nodes.error();
  job_plan job;
  node_setup setup{.job = detail::new_job_name(),
                   .nodes = *nodes,
                   .local_ranks = wanted.ranks,
                   .link = wanted.link};
  std::string key_file;
  std::vector<int> for_all, for_first;
  if (*nodes > 1) {
    auto key = detail::make_job_key();
    if (!key) return key.error();
    auto socket = detail::listen_for_job("127.0.0.1:0");
    if (!socket) return socket.error();
    setup.seed = socket->address;
    key_file = "/proc/self/fd/" + std::to_string(key->get());
    for_all = {key->get()};
    for_first = {key->get(), socket->socket.get()};
    job.inheritance.push_back(*std::move(key));
    job.inheritance.push_back(std::move(socket->socket));
  }
  for (node_id i = 0; i < *nodes; ++i) {
    setup.self = i;
    setup.ranks = wanted.ranks / *nodes + (i < wanted.ranks % *nodes ? 1 : 0);
    setup.name = "node " + std::to_string(i);
    setup.listener = i == 0 && *nodes > 1 ? for_first.back() : -1;
    auto process = detail::node_process(setup, "");
    process.command = wanted.command;
    process.variables = to_environment(setup, key_file);
    process.inherited = i == 0 ? for_first : for_all;
    job.processes.push_back(std::move(process));
    setup.first_rank += setup.ranks;
  }
  return job;
}

}  // namespace troupe
