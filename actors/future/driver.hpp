#pragma once

#include <chrono>
#include <optional>

namespace troupe::detail {

class continuation;
class state_base;

using time_point = std::chrono::steady_clock::time_point;

/// What makes a pending result come true while its user waits: the rank's engine.
class driver {
 public:
  /// Works, spins or sleeps until `result` is ready or `until` has come.
  virtual void wait(state_base& result, std::optional<time_point> until) = 0;

  /// Wakes the thread that `wait` sent to sleep on behalf of this driver.
  virtual void wake() = 0;

  /// Ends the operation behind `result` early, if it is still pending: it completes as cancelled,
  /// and its memory is not touched any more. Returns when that is so.
  virtual void cancel(state_base& result) = 0;

  /// Posts `work` to `result`'s executor once `when` has come.
  virtual void at(time_point when, continuation& work, state_base& result) = 0;

 protected:
  ~driver() = default;
};

}  // namespace troupe::detail
