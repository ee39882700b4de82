#pragma once

#include <troupe/actors/node/router.hpp>
#include <troupe/actors/progress/progress.hpp>
#include <troupe/deploy/world/setup.hpp>

#include <memory>
#include <vector>

namespace troupe::detail {

/// What a node of several has besides its ranks: its media, and its part in the world's membership.
class control_plane {
 public:
  /// Opens the node's listener and local socket. Nothing is sent yet.
  static expected<std::unique_ptr<control_plane>> make(const node_setup& setup, router& frames,
                                                       progress& turns, reactor& sockets);
  ~control_plane();

  /// Joins the world; all nodes, once all are known.
  expected<std::vector<node_info>> assemble();

  /// Tells that this node's ranks are set up; returns when all nodes' are.
  expected<void> wait_open();

  const std::vector<medium*>& media() const;
  link_class common_class() const;
  /// Memory that peers on this machine can read without a copy, or nullptr.
  memory_source* memory() const;

  void frame_arrived(node_id from, const frame& header, std::span<const std::byte> payload);
  void link_down(node_id peer, const error& why, bool orderly);
  void writable(node_id peer);
  void rank_over(rank_id rank, const error& verdict);

  /// Tells the others that this node leaves in good order.
  void leave();
  /// Closes all links.
  void close();

 private:
  struct state;
  explicit control_plane(std::unique_ptr<state> made);
  std::unique_ptr<state> state_;
};

}  // namespace troupe::detail
