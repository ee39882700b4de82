#pragma once

#include <atomic>
#include <cstdint>

namespace troupe::detail::tcp {

/// The right to do something, held by one thread at a time and never waited for: whoever does not
/// get it leaves word, and the holder does the work once more before it leaves.
///
///     if (!turn.enter()) return;
///     do work(); while (!turn.leave());
class shared_turn {
 public:
  /// False if another thread has the turn, which then learns of the call.
  bool enter() {
    for (auto seen = state_.load();;) {
      if (state_.compare_exchange_weak(seen, seen == idle ? held : missed)) return seen == idle;
    }
  }

  /// False if a call was missed: do the work again.
  bool leave() {
    auto expected = held;
    if (state_.compare_exchange_strong(expected, idle)) return true;
    state_.store(held);
    return false;
  }

 private:
  static constexpr std::uint32_t idle = 0, held = 1, missed = 2;
  std::atomic<std::uint32_t> state_{idle};
};

}  // namespace troupe::detail::tcp
