#include <troupe/deploy/launch/cluster_job.hpp>

#include <CLI/CLI.hpp>

#include <memory>

#include "commands.hpp"
#include "launching.hpp"

namespace troupe::tool {
namespace {

constexpr auto speaker = "troupe node";

constexpr auto examples = R"(PROGRAM stands after --, with its arguments:
  troupe node --config cluster.ini --node beta -- ./train --epochs 5
It waits until the cluster's other nodes are there; they may be started in any order.)";

struct words {
  std::string config{}, node{};
  bool end_with_stdin = false;
  launching common{};
};

int run(const words& written, const command_line& line) {
  if (line.program.empty())
    return complain(speaker, {errc::invalid_argument, "no program to start is given",
                              "write it after --, as in: troupe node --config " + written.config +
                                  " --node " + written.node + " -- ./train"});
  const auto all = read_cluster(written.config);
  if (!all) return complain(speaker, all.error());
  return start(speaker, plan_node(*all, written.node, line.program), written.common,
               written.end_with_stdin);
}

}  // namespace

void add_node(CLI::App& app, const command_line& line, int& status) {
  auto* command = app.add_subcommand("node", "Starts one node of a cluster file on this machine");
  const auto written = std::make_shared<words>();
  command->add_option("--config", written->config, "The cluster file")
      ->type_name("FILE")
      ->required();
  command->add_option("--node", written->node, "The node's name in it")
      ->type_name("NAME")
      ->required();
  command->add_flag("--end-with-stdin", written->end_with_stdin,
                    "End the program when standard input ends, as it does when ssh is cut off");
  add_launching(*command, written->common);
  command->footer(examples);
  command->callback([written, &line, &status] { status = run(*written, line); });
}

}  // namespace troupe::tool
