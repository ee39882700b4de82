#include <troupe/deploy/explain/explain.hpp>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

#include "commands.hpp"
#include "launching.hpp"

namespace troupe::tool {
namespace {

constexpr auto examples = R"(Examples:
  troupe explain all_reduce --ranks 8 --bytes 1Mi
  troupe explain broadcast --ranks 16 --link tcp --rank 3
  troupe explain all_gather --ranks 5 --dot | dot -Tsvg >steps.svg)";

int explain_to_output(const explain_words& written) {
  const auto options = to_options(written);
  if (!options) return complain("troupe explain", options.error());
  const auto text = explain(*options);
  if (!text) return complain("troupe explain", text.error());
  std::cout << *text;
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("explain", "Says how a collective would be done, and why");
  const auto written = std::make_shared<explain_words>();
  const auto option = [&](const char* name, std::string& value, const char* type,
                          const char* meaning) {
    auto* made = command->add_option(name, value, meaning)->type_name(type);
    if (!value.empty()) made->default_str(value);
    return made;
  };
  option("collective", written->operation, "NAME", "all_reduce, broadcast, ...")->required();
  option("--ranks", written->ranks, "N", "Ranks that take part");
  option("--bytes", written->bytes, "SIZE", "Size of the larger side: 4096, 64Ki, 1Mi");
  option("--type", written->type, "NAME", "Type of the elements");
  option("--op", written->op, "NAME", "Reduction: sum, prod, min, max or avg");
  option("--root", written->root, "RANK", "Root of a broadcast or reduce");
  option("--link", written->link, "NAME", "auto, in-process, shm or tcp");
  option("--algorithm", written->algorithm, "NAME", "In place of the cheapest");
  option("--order", written->order, "NAME", "Of a reduction: any or rank");
  option("--rank", written->rank, "RANK", "Show all steps of this rank alone");
  command->add_flag("--all", written->all, "Show all steps of all ranks");
  command->add_flag("--dot", written->dot, "Print a drawing for Graphviz");
  command->footer(examples);
  command->callback([written, &status] { status = explain_to_output(*written); });
}

}  // namespace troupe::tool
