#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>

namespace troupe::detail::tcp {

/// Lets calls in until it is shut, and knows how many are inside, so that whoever shuts it may take
/// down what they use.
class gate {
 public:
  /// One call's stay.
  class pass {
   public:
    explicit pass(gate& through)
        : gate_{through}, open_{(gate_.state_.fetch_add(2) & shut_bit) == 0} {}
    ~pass() { gate_.state_.fetch_sub(2); }
    pass(const pass&) = delete;
    pass& operator=(const pass&) = delete;
    explicit operator bool() const { return open_; }

   private:
    gate& gate_;
    bool open_;
  };

  /// Returns when nobody is inside. Not from inside.
  void shut() {
    state_.fetch_or(shut_bit);
    while (state_.load() != shut_bit) ::sched_yield();
  }

 private:
  static constexpr std::uint64_t shut_bit = 1;
  std::atomic<std::uint64_t> state_{0};  // calls inside * 2 + shut
};

}  // namespace troupe::detail::tcp
