#include <troupe/deploy/environment/to_environment.hpp>
#include <troupe/deploy/launch/cluster_job.hpp>
#include <troupe/deploy/launch/inheritance.hpp>
#include <troupe/deploy/launch/node_process.hpp>
#include <troupe/deploy/launch/this_machine.hpp>
#include <troupe/transports/tcp/address.hpp>

#include <algorithm>
#include <filesystem>

namespace troupe {
namespace {

std::string host_of(const cluster_node& node) {
  return detail::tcp::split_address(node.listen).value_or({}).host;
}

std::string absolute(const std::string& path) {
  return std::filesystem::absolute(path).string();
}

/// As one word of a shell.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char letter : word)
    text += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
  return text + "'";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& each : words) text += (text.empty() ? "" : " ") + quoted(each);
  return text;
}

error elsewhere(const cluster& all, const std::string& name, const std::string& host) {
  return {errc::config_error, "node " + name + " is on another machine, " + host,
          "start 'troupe node --config " + all.file + " --node " + name +
              " -- PROGRAM' there and the other nodes likewise, or give --ssh 'ssh -o "
              "BatchMode=yes'"};
}

process_plan by_ssh(const cluster& all, const node_setup& setup, const cluster_job& wanted,
                    const std::string& host) {
  auto process = detail::node_process(setup, setup.name);
  process.command = wanted.ssh;
  process.command.push_back(host);
  const auto here = std::filesystem::current_path().string();
  process.command.push_back(
      "cd " + quoted(here) + " && exec " +
      joined({std::filesystem::read_symlink("/proc/self/exe").string(), "node", "--config",
              absolute(all.file), "--node", setup.name, "--end-with-stdin", "--"}) +
      " " + joined(wanted.command));
  process.held_by_stdin = true;
  return process;
}

process_plan here(const cluster& all, const node_setup& setup,
                  const std::vector<std::string>& command, const std::string& key_file) {
  auto process = detail::node_process(setup, setup.name);
  process.command = command;
  process.variables =
      to_environment(setup, all.key_file.empty() ? key_file : absolute(all.key_file));
  return process;
}

}  // namespace

expected<job_plan> plan(const cluster& all, const cluster_job& wanted) {
  job_plan job;
  std::string key_file;
  std::vector<int> for_all;
  // A file without a key has loopback addresses alone, so all nodes are here.
  if (all.key_file.empty() && all.nodes.size() > 1) {
    auto key = detail::make_job_key();
    if (!key) return key.error();
    for_all = {key->get()};
    key_file = "/proc/self/fd/" + std::to_string(key->get());
    job.inheritance.push_back(*std::move(key));
  }
  for (const auto& node : all.nodes) {
    auto setup = setup_of(all, node.name);
    if (!setup) return setup.error();
    const auto local = detail::is_this_machine(host_of(node));
    if (!local) return local.error();
    if (!*local) {
      if (wanted.ssh.empty()) return elsewhere(all, node.name, host_of(node));
      job.processes.push_back(by_ssh(all, *setup, wanted, host_of(node)));
      continue;
    }
    auto inherited = for_all;
    if (setup->self == 0 && all.nodes.size() > 1) {
      auto socket = detail::listen_for_job(node.listen);
      if (!socket) return socket.error();
      setup->listener = socket->socket.get();
      inherited.push_back(setup->listener);
      job.inheritance.push_back(std::move(socket->socket));
    }
    job.processes.push_back(here(all, *setup, wanted.command, key_file));
    job.processes.back().inherited = std::move(inherited);
  }
  return job;
}

expected<job_plan> plan_node(const cluster& all, const std::string& name,
                             const std::vector<std::string>& command) {
  const auto setup = setup_of(all, name);
  if (!setup) return setup.error();
  job_plan job;
  job.processes.push_back(here(all, *setup, command, ""));
  return job;
}

}  // namespace troupe
