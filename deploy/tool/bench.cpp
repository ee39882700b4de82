#include <troupe/deploy/bench/run_bench.hpp>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

#include "commands.hpp"

namespace troupe::tool {
namespace {

constexpr auto examples = R"(Examples:
  troupe bench --op all_reduce,broadcast --ranks 4 --bytes 64Ki,1Mi
  troupe bench --op all --ranks 2 --json >rows.jsonl
The exit status is 0 if every row is valid, 1 if one isn't, 3 if a cell took too long.)";

}  // namespace

void add_bench(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("bench", "Measures operations among ranks");
  const auto written = std::make_shared<bench_words>();
  const auto option = [&](const char* name, std::string& value, const char* type,
                          const char* meaning) {
    auto* made = command->add_option(name, value, meaning)->type_name(type);
    if (!value.empty()) made->default_str(value);
  };
  option("--op", written->operations, "NAMES", "Operations to measure, or all");
  option("--ranks", written->ranks, "N", "Ranks that take part");
  option("--bytes,--sizes", written->bytes, "SIZES", "4096, 64Ki, 1Mi ...");
  option("--link", written->link, "NAME", "in-process, shm or tcp");
  option("--memory", written->memory, "NAME", "allocated (by the communicator) or any");
  option("--type", written->type, "NAME", "Type of the elements");
  option("--algorithm", written->algorithm, "NAME", "In place of the cheapest");
  option("--iters", written->iterations, "N", "Calls a cell; by budget if left out");
  option("--warmup", written->warm_up, "N", "Calls before them; a tenth if left out");
  option("--budget-ms", written->budget_ms, "N", "Time that the calls of a cell aim at");
  option("--timeout-s", written->timeout_s, "N", "Limit of a cell; 0 for none");
  option("--peer", written->peer, "NAME", "First field of the rows");
  command->add_flag("--touch", written->touch, "Rewrite input and output before each call");
  command->add_flag("--check", written->check, "Validate every call");
  command->add_flag("--json", written->json, "A JSON object a row");
  command->footer(examples);
  command->callback([written, &status] { status = run_bench(*written, std::cout, std::cerr); });
}

}  // namespace troupe::tool
