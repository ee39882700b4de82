#include <troupe/deploy/launch/node_process.hpp>

namespace troupe::detail {

process_plan node_process(const node_setup& setup, const std::string& given) {
  const auto first = std::to_string(setup.first_rank);
  const auto last = std::to_string(setup.first_rank + setup.ranks - 1);
  const auto ranks = setup.ranks == 1 ? "rank " + first : "ranks " + first + "-" + last;
  const auto number = std::to_string(setup.self);
  return {.name = "node " + (given.empty() ? number : given) + " (" + ranks + ")",
          .label = given.empty() ? ranks : given,
          .file_name = given.empty() ? "node-" + number : given};
}

}  // namespace troupe::detail
