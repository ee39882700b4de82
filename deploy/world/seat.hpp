#pragma once

#include <troupe/actors/future/task.hpp>
#include <troupe/actors/rank/rank_actor.hpp>
#include <troupe/collectives/communicator.hpp>
#include <troupe/collectives/engine/engine.hpp>

#include <caf/actor.hpp>

#include <functional>
#include <memory>
#include <thread>

namespace troupe::detail {

/// What a rank runs: a function that may block, on a thread of its own, or a coroutine on the
/// rank's actor. Exactly one is set.
struct rank_body {
  std::function<void(communicator)> function;
  std::function<task<>(communicator)> coroutine;
};

/// One rank of this node: its engine, its actor, its body.
struct seat {
  rank_id rank = 0;
  caf::actor actor;
  std::unique_ptr<actor_executor> body_executor;
  std::shared_ptr<engine> runs;
  rank_body body;
  std::thread thread;
  bool over = false;
  error verdict;  ///< of the body, once over
};

}  // namespace troupe::detail
