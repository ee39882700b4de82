#include <troupe/actors/future/combine.hpp>

namespace troupe::detail {

error nothing_to_wait_for(std::size_t wanted, std::size_t given) {
  return {
      errc::invalid_argument,
      "asked for " + std::to_string(wanted) + " results of " + std::to_string(given) + " futures",
      "ask for at least one and at most all"};
}

}  // namespace troupe::detail
