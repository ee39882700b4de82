#include <troupe/actors/progress/futex.hpp>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>

namespace troupe::detail {

namespace {

long futex(const std::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
           const timespec* limit) {
  return ::syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, limit, nullptr,
                   FUTEX_BITSET_MATCH_ANY);
}

}  // namespace

void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::optional<time_point> until) {
  if (!until) {
    futex(word, FUTEX_WAIT_BITSET, value, nullptr);
    return;
  }
  // steady_clock is CLOCK_MONOTONIC, which is what the bitset form takes as an absolute limit.
  const auto ns = std::chrono::nanoseconds{until->time_since_epoch()}.count();
  const timespec limit{.tv_sec = ns / 1'000'000'000, .tv_nsec = ns % 1'000'000'000};
  futex(word, FUTEX_WAIT_BITSET, value, &limit);
}

void futex_wake_one(const std::atomic<std::uint32_t>& word) {
  futex(word, FUTEX_WAKE, 1, nullptr);
}

void futex_wake_all(const std::atomic<std::uint32_t>& word) {
  futex(word, FUTEX_WAKE, INT_MAX, nullptr);
}

}  // namespace troupe::detail
