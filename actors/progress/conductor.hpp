#pragma once

#include <troupe/actors/future/state.hpp>
#include <troupe/actors/progress/steppable.hpp>

namespace troupe::detail {

/// Decides when engines run: a node's `progress` in production, the scheduler in the simulation.
class conductor {
 public:
  /// Drives `mine` until `result` is ready or `until` has come.
  virtual void wait(steppable& mine, state_base& result, std::optional<time_point> until) = 0;

  /// Wakes the thread that sleeps in `wait` for `mine`.
  virtual void wake(steppable& mine) = 0;

  /// Tells whoever should know that `engine` has input.
  virtual void notify(steppable& engine) = 0;

  /// Gives up the turn that the caller holds, and passes on what the turn gave to other engines.
  virtual void end_turn(steppable& engine) = 0;

  /// An engine's next deadline has become earlier.
  virtual void deadline_moved(time_point when) = 0;

 protected:
  ~conductor() = default;
};

}  // namespace troupe::detail
