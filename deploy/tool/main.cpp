#include <CLI/CLI.hpp>

#include <algorithm>

#include "commands.hpp"

int main(int argc, char** argv) {
  using namespace troupe::tool;
  const auto line = cut(argc, argv);
  int status = 0;
  CLI::App app{
      "Starts programs of ranks that exchange tensors, and explains and measures what they "
      "do.",
      "troupe"};
  app.require_subcommand(1);
  app.footer(
      "More about each: troupe COMMAND --help\n"
      "Example: troupe run --ranks 4 -- ./train --epochs 5");
  add_run(app, line, status);
  add_node(app, line, status);
  add_explain(app, status);
  add_bench(app, status);
  add_version(app, status);
  try {
    auto words = line.words;
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    app.parse(words);
  } catch (const CLI::ParseError& wrong) {
    return app.exit(wrong) == 0 ? 0 : wrong_usage;
  }
  return status;
}
