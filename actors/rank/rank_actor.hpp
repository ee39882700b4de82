#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/future/executor.hpp>
#include <troupe/actors/ids.hpp>

#include <caf/actor.hpp>
#include <caf/fwd.hpp>

#include <functional>

namespace troupe {

/// What a rank's actor tells about it.
struct rank_description {
  rank_id rank = 0;
  rank_id size = 1;
};

/// Spawns the actor that stands for a rank. It owns nothing but the rank's place in the actor
/// system: it runs the rank's continuations and coroutines, one at a time, and is what others
/// monitor, link to and message.
///
/// Messages: `("status") -> (rank, size)` for anybody; the library's own to run work and to end.
/// Ends: with the rank's error, or normally, once its body is over and its operations are drained.
/// An exit message, from a linked actor or a supervisor, calls `on_exit`, which ends the rank's
/// operations and lets its body see `cancelled`.
caf::actor spawn_rank_actor(caf::actor_system& system, const rank_description& about,
                            std::function<void(const error&)> on_exit);

/// Runs continuations on a rank's actor.
class actor_executor final : public executor {
 public:
  explicit actor_executor(caf::actor target);
  ~actor_executor();
  actor_executor(const actor_executor&) = delete;
  actor_executor& operator=(const actor_executor&) = delete;

  void post(detail::continuation& work) override;

  /// Ends the actor after what was posted before, with `reason`. Later work is run by the poster.
  void finish(const error& reason);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace troupe
