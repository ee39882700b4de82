#pragma once

#include <troupe/actors/membership/membership.hpp>

#include <caf/actor.hpp>
#include <caf/fwd.hpp>

#include <functional>
#include <memory>
#include <span>

namespace troupe::detail {

/// What the membership's actor does to its node. Called on the actor, one at a time.
struct membership_wiring {
  /// False: no room now; `membership_handle::writable` will tell.
  std::function<bool(node_id, std::span<const std::byte>)> send;
  std::function<void(std::vector<node_info>)> know;
  std::function<void()> open;
  std::function<void(rank_id, const error&)> rank_gone;
  std::function<void(const error&)> give_up;
  /// `leave` was called, and all that was to be said is on its way.
  std::function<void()> left;
};

/// The actor that runs a node's membership, and how the node talks to it. The actor answers
/// `("status") -> (nodes present, hub)` to anybody.
///
/// Threads: every member is thread-safe and returns at once.
class membership_handle {
 public:
  membership_handle(caf::actor_system& system, membership_options options,
                    membership_wiring wiring);
  ~membership_handle();
  membership_handle(const membership_handle&) = delete;
  membership_handle& operator=(const membership_handle&) = delete;

  const caf::actor& actor() const { return actor_; }

  void frame_arrived(node_id from, std::span<const std::byte> payload);
  void link_down(node_id peer, const error& why, bool orderly);
  void writable(node_id peer);
  void local_ready();
  void rank_over(rank_id rank, const error& verdict);
  void leave();
  /// The wiring is not called any more when it returns.
  void stop();

 private:
  struct state;
  std::shared_ptr<state> state_;
  caf::actor actor_;
};

}  // namespace troupe::detail
