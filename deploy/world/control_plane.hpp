#pragma once

#include <troupe/actors/node/router.hpp>
#include <troupe/actors/progress/progress.hpp>
#include <troupe/deploy/world/setup.hpp>

#include <caf/fwd.hpp>

#include <memory>
#include <span>
#include <vector>

namespace troupe::detail {

/// What a node of several has besides its ranks: its media, and its part in the world's membership.
/// Control frames go over TCP, whatever carries the ranks' data.
class control_plane {
 public:
  /// Opens the node's listener and local socket, and begins to join.
  static expected<std::unique_ptr<control_plane>> make(caf::actor_system& system,
                                                       const node_setup& setup, router& frames,
                                                       progress& turns, reactor& sockets);
  ~control_plane();

  /// All nodes, once all are known.
  expected<std::vector<node_info>> assemble();

  /// What the ranks' data may go over, the best first.
  const std::vector<medium*>& media() const;
  link_class common_class() const;
  /// Memory that peers on this machine can read without a copy, or nullptr.
  memory_source* memory() const;

  /// Tells that this node's ranks take frames; returns when all nodes' do.
  expected<void> wait_open();

  void frame_arrived(node_id from, std::span<const std::byte> payload);
  void link_down(node_id peer, const error& why, bool orderly);
  void writable(node_id peer);
  void rank_over(rank_id rank, const error& verdict);

  /// Tells the others that this node leaves; returns when that is on its way, or no way is left.
  void leave();
  /// Closes all links.
  void close();

 private:
  struct state;
  explicit control_plane(std::unique_ptr<state> made);
  std::unique_ptr<state> state_;
};

}  // namespace troupe::detail
