#pragma once

#include <troupe/actors/link/directory.hpp>
#include <troupe/actors/link/endpoint.hpp>
#include <troupe/actors/link/medium.hpp>
#include <troupe/actors/progress/conductor.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace troupe::detail {

/// A node's switchboard: hands what arrives on links to the ranks of this node, knows where the
/// other ranks are and which link leads there, and who is gone.
class router final : public frame_sink, public directory {
 public:
  /// Frames and events that are not for a rank.
  struct control {
    std::function<void(node_id from, const frame&, std::span<const std::byte>)> frame;
    std::function<void(node_id peer, const error&, bool orderly)> down;
    std::function<void(node_id peer)> writable;
    std::function<void(std::string)> warn;
  };

  /// `nodes[i].id == i`; the ranks of `self` are `endpoints`, in their order.
  router(conductor& turns, node_id self, control to_node);

  /// Once each, before `open`; no rank's frames are taken until then.
  void set_local(rank_id first, std::vector<endpoint*> endpoints, link& within);
  void set_nodes(std::vector<node_info> nodes);
  /// The best comes first. The last one that reaches a node is what all ranks plan with.
  void set_media(std::vector<medium*> media, link_class common);

  void open() { open_.store(true, std::memory_order_release); }

  /// A rank will not come back. Every rank of this node is told.
  void mark_gone(rank_id rank, const error& why);

  // frame_sink
  void deliver(node_id from, const frame& header, std::span<const std::byte> payload) override;
  void pulled(pull_token token, access result) override;
  void writable(node_id peer) override;
  void down(node_id peer, const error& why, bool orderly) override;

  // directory
  rank_id world_size() const override { return static_cast<rank_id>(node_of_.size()); }
  link& link_to(rank_id rank) override;
  error why_gone(rank_id rank) const override;
  link_class common_class() const override { return common_; }

  const std::vector<node_info>& nodes() const { return nodes_; }
  node_id self() const { return self_; }

 private:
  endpoint* local(rank_id rank) const;
  void tell(endpoint& target, const frame& notice_frame);
  link& connect(node_id to);

  conductor& turns_;
  const node_id self_;
  control to_node_;
  std::atomic<bool> open_{false};  // set_* are over: frames for ranks may be taken
  rank_id first_ = 0;
  std::vector<endpoint*> endpoints_;
  link* within_ = nullptr;
  std::vector<node_info> nodes_;
  std::vector<node_id> node_of_;
  std::vector<medium*> media_;
  link_class common_ = link_class::in_process;

  std::mutex links_mutex_;  // first use of a link only
  std::vector<std::shared_ptr<link>> owned_links_;
  std::unique_ptr<std::atomic<link*>[]> links_;

  mutable std::mutex gone_mutex_;
  std::vector<error> gone_;
};

}  // namespace troupe::detail
