#pragma once

#include <atomic>

namespace troupe::detail {

/// The right to run an engine, held by one thread at a time. Never waited for: who does not get it
/// leaves word with the engine instead (see `progress`).
class turn {
 public:
  bool try_acquire() {
    return !held_.load(std::memory_order_relaxed) &&
           !held_.exchange(true, std::memory_order_seq_cst);
  }
  /// Whoever releases looks at the engine's input again: what came meanwhile was not announced.
  void release() { held_.store(false, std::memory_order_seq_cst); }
  bool held() const { return held_.load(std::memory_order_seq_cst); }

 private:
  std::atomic<bool> held_{false};
};

}  // namespace troupe::detail
