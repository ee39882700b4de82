#pragma once

#include <troupe/transports/tcp/descriptor.hpp>

#include <chrono>
#include <mutex>

namespace troupe::detail::tcp {

using time_point = std::chrono::steady_clock::time_point;

/// A timer as a descriptor, so that the node's one reactor watches it and no thread of its own is
/// needed. Rings at the earliest time asked for.
///
/// Threads: every member is thread-safe.
class alarm {
 public:
  alarm();

  int fd() const { return timer_.get(); }

  void at(time_point when);
  /// Has whoever polls the reactor come by at once.
  void now() { at(time_point::min()); }

  /// To be called when `fd` became readable, before looking at what is due.
  void answer();

 private:
  descriptor timer_;
  std::mutex mutex_;
  time_point set_to_ = time_point::max();
};

}  // namespace troupe::detail::tcp
