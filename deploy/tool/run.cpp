#include <troupe/deploy/explain/words.hpp>
#include <troupe/deploy/launch/cluster_job.hpp>
#include <troupe/deploy/launch/local_job.hpp>

#include <CLI/CLI.hpp>

#include <sched.h>

#include <array>
#include <memory>
#include <sstream>

#include "commands.hpp"
#include "launching.hpp"

namespace troupe::tool {
namespace {

constexpr auto speaker = "troupe run";

constexpr auto examples = R"(PROGRAM stands after --, with its arguments:
  troupe run --ranks 4 -- ./train --epochs 5        four processes, a rank each
  troupe run --ranks 8 --nodes 2 -- ./train         two processes of four ranks
  troupe run --ranks 4 --link in-process -- ./train one process, ranks as threads
  troupe run cluster.ini -- ./train                 the nodes that the file names
The exit status is that of the first process that failed, 128 and the signal's number if a signal
killed it. The first process reads standard input, unless that is a terminal.)";

struct words {
  std::string cluster{}, ranks{}, nodes{}, link = "auto", ssh{};
  launching common{};
};

unsigned usable_cores() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

expected<local_job> read(const words& written, const command_line& line) {
  local_job job{.ranks = static_cast<rank_id>(usable_cores()), .command = line.program};
  if (!written.ranks.empty()) {
    const auto ranks = detail::parse_number("--ranks", written.ranks, 1, 1 << 20);
    if (!ranks) return ranks.error();
    job.ranks = static_cast<rank_id>(*ranks);
  }
  if (!written.nodes.empty()) {
    const auto nodes = detail::parse_number("--nodes", written.nodes, 1, 1 << 20);
    if (!nodes) return nodes.error();
    job.nodes = static_cast<node_id>(*nodes);
  }
  constexpr std::array<std::string_view, 4> links{"in-process", "shm", "tcp", "auto"};
  const auto link = detail::parse_word("--link", written.link, links);
  if (!link) return link.error();
  if (links[*link] != "auto") job.link = static_cast<link_class>(*link);
  return job;
}

int run_cluster(const words& written, const command_line& line) {
  if (!written.ranks.empty() || !written.nodes.empty() || written.link != "auto")
    return complain(speaker, {errc::invalid_argument,
                              "--ranks, --nodes and --link don't go together with a cluster file",
                              "write them into " + written.cluster});
  const auto all = read_cluster(written.cluster);
  if (!all) return complain(speaker, all.error());
  cluster_job job{.command = line.program};
  std::istringstream words{written.ssh};
  for (std::string word; words >> word;) job.ssh.push_back(word);
  return start(speaker, plan(*all, job), written.common);
}

int run(const words& written, const command_line& line) {
  if (line.program.empty())
    return complain(speaker, {errc::invalid_argument, "no program to start is given",
                              "write it after --, as in: troupe run --ranks 4 -- ./train"});
  if (!written.cluster.empty()) return run_cluster(written, line);
  const auto job = read(written, line);
  if (!job) return complain(speaker, job.error());
  return start(speaker, plan(*job), written.common);
}

}  // namespace

void add_run(CLI::App& app, const command_line& line, int& status) {
  auto* command =
      app.add_subcommand("run", "Starts a program's ranks on this machine, or a cluster");
  const auto written = std::make_shared<words>();
  command->add_option("cluster", written->cluster, "A cluster file, in place of --ranks")
      ->type_name("FILE");
  command
      ->add_option("--ssh", written->ssh,
                   "Starts nodes on other machines: a command, such as 'ssh -o BatchMode=yes'")
      ->type_name("COMMAND");
  command->add_option("--ranks", written->ranks, "Ranks in all; if left out, one a usable core")
      ->type_name("N");
  command
      ->add_option("--nodes", written->nodes,
                   "Processes that share the ranks out evenly; if left out, one a rank")
      ->type_name("N");
  command
      ->add_option("--link", written->link,
                   "How processes reach each other: auto, in-process, shm or tcp")
      ->type_name("NAME")
      ->default_str("auto");
  command->add_flag("--no-prefix", written->common.no_prefix,
                    "Don't write before each line whose it is");
  add_launching(*command, written->common);
  command->footer(examples);
  command->callback([written, &line, &status] { status = run(*written, line); });
}

}  // namespace troupe::tool
