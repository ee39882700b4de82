#include <troupe/actors/future/chain.hpp>

namespace troupe::detail {

error blocking_refused() {
  return {errc::invalid_usage, "waited inside a continuation or a coroutine for a pending result",
          "chain with .then(), or co_await the future"};
}

error nothing_to_come() {
  return {errc::invalid_usage, "asked an empty future for its result",
          "take a result once, or share() the future"};
}

error given_up() {
  return {errc::cancelled, "given up before its continuation ran"};
}

error program_failure() {
  try {
    throw;
  } catch (const std::exception& e) {
    return {errc::program_failed, std::string{"the program threw: "} + e.what()};
  } catch (...) {
    return {errc::program_failed, "the program threw something that is no std::exception"};
  }
}

error limit_passed(std::chrono::nanoseconds limit) {
  return {errc::timeout,
          "no result within " +
              std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(limit).count()) +
              " ms"};
}

}  // namespace troupe::detail
