#pragma once

#include <troupe/actors/future/task.hpp>
#include <troupe/collectives/communicator.hpp>

#include <caf/actor.hpp>
#include <caf/fwd.hpp>

#include <concepts>
#include <functional>
#include <memory>
#include <vector>

namespace troupe {

/// What a world inside one process looks like.
struct world_options {
  rank_id ranks = 1;
  collective_options defaults{};  ///< of its communicator
};

/// A rank's code: may block, and then gets a thread of its own.
template <class F>
concept blocking_body =
    std::invocable<F, communicator> && !std::same_as<std::invoke_result_t<F, communicator>, task<>>;

/// A rank's code as a coroutine: runs on the rank's actor, so that thousands share a few threads.
template <class F>
concept coroutine_body =
    std::invocable<F, communicator> && std::same_as<std::invoke_result_t<F, communicator>, task<>>;

/// Ranks that live in this process, in an actor system of their own or the program's.
///
/// ```cpp
/// troupe::world local{{.ranks = 4}};
/// local.run([](troupe::communicator world) { world.barrier().get(); });
/// ```
///
/// Threads: one thread uses a world; its ranks use their communicators.
/// Errors: `invalid_usage`, thrown, for a second body.
/// Ends: the destructor cancels what is pending and waits for the bodies.
class world {
 public:
  /// Throws `exception` (`invalid_argument`) if there is no rank.
  explicit world(const world_options& options = {});
  /// `system` outlives the world.
  world(caf::actor_system& system, const world_options& options = {});
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// Starts the body on every rank; the ranks' actors, by rank. They can be monitored, linked to
  /// and messaged like any other: they end normally, or with the rank's error. Once per world.
  template <blocking_body F>
  std::vector<caf::actor> spawn(F body) {
    return spawn_function([body = std::move(body)](communicator c) { body(std::move(c)); });
  }
  template <coroutine_body F>
  std::vector<caf::actor> spawn(F body) {
    return spawn_coroutine(std::move(body));
  }

  /// Waits for all bodies: their errors, by rank; `ok` for those that returned.
  std::vector<error> join();

  /// Starts the body on every rank and waits. Throws `exception` with the first failure: that of
  /// the rank that failed by itself, rather than of one that only met a failed peer.
  template <class F>
  void run(F body) {
    spawn(std::move(body));
    throw_first(join());
  }

  rank_id size() const;

 private:
  std::vector<caf::actor> spawn_function(std::function<void(communicator)> body);
  std::vector<caf::actor> spawn_coroutine(std::function<task<>(communicator)> body);
  static void throw_first(const std::vector<error>& verdicts);

  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace troupe
