#pragma once

#include <troupe/actors/future/driver.hpp>
#include <troupe/actors/membership/message.hpp>

#include <chrono>
#include <string>
#include <variant>
#include <vector>

namespace troupe::detail {

/// What a membership must know before it begins.
struct membership_options {
  node_info self;
  node_id nodes = 1;
  std::chrono::nanoseconds ready_timeout{};
  std::string seed{};  ///< where node 0 listens, for people
};

/// What a membership asks of its node.
namespace wish {

struct send {
  node_id to;
  std::vector<std::byte> payload;
};
/// All nodes are known: `nodes[i].id == i`, and their ranks follow each other.
struct know {
  std::vector<node_info> nodes;
};
/// Everybody takes frames: bodies may start.
struct open {};
/// The rank will not come back.
struct rank_gone {
  rank_id rank;
  error why;
};
/// The world will not begin.
struct give_up {
  error why;
};

}  // namespace wish

using membership_action =
    std::variant<wish::send, wish::know, wish::open, wish::rank_gone, wish::give_up>;

/// One node's part in the world's membership, as a pure machine: events in, actions out.
///
/// Start: every node joins node 0, which tells all of all once they are there (the roster); each
/// says when its ranks take frames; when all have, node 0 lets everybody go. A world that is not
/// complete after `ready_timeout`, or loses a node before it began, gives up everywhere, with the
/// same text.
///
/// Afterwards: whoever's ranks end tells the hub, the lowest node that has not gone, which passes
/// it on; a node whose link to the hub breaks is gone with all its ranks. When the hub goes, the
/// next one is hailed by everybody, told what they know, and passes all of it on, so that nothing
/// is lost with a hub that died half-way. All news is idempotent: a rank goes once.
///
/// Cost: O(nodes) messages per departure, at the hub; nothing is sent otherwise.
class membership {
 public:
  using actions = std::vector<membership_action>;

  explicit membership(membership_options options);

  actions start(time_point now);
  actions message_arrived(node_id from, std::span<const std::byte> payload);
  /// The link to the node is gone, or could not be made.
  actions link_down(node_id peer, const error& why, bool orderly);
  /// This node's ranks take frames.
  actions local_ready();
  /// A body of this node is over.
  actions rank_over(rank_id rank, const error& verdict);
  /// All bodies of this node are over.
  actions leave();
  actions tick(time_point now);

  /// When `tick` must be called next: `time_point::max()` for never.
  time_point next_tick() const { return deadline_; }

  bool is_open() const { return phase_ == phase::open; }
  node_id hub() const;
  /// Nodes that have not gone.
  node_id present() const;

 private:
  enum class phase { gathering, preparing, open, over };

  bool is_seed() const { return options_.self.id == 0; }
  const std::string& name_of(node_id node) const;
  void send(actions& out, node_id to, const control_message& m) const;
  void tell_all(actions& out, const control_message& m, node_id except = -1) const;

  void joined(actions& out, node_id from, told::join m);
  void listed(actions& out, told::roster m);
  void prepared(actions& out, node_id from);
  void open(actions& out);
  void fail(actions& out, const std::string& text);
  void lost_at_start(actions& out, node_id peer, const error& why);

  void gone(actions& out, const std::vector<departure>& all, node_id heard_from);
  bool note(actions& out, const departure& d);

  membership_options options_;
  phase phase_ = phase::gathering;
  time_point deadline_ = time_point::max();
  std::vector<node_info> nodes_;  // by id; id -1 while unknown
  std::vector<bool> ready_;
  node_id known_ = 0, ready_count_ = 0;
  bool local_ready_ = false;
  std::vector<bool> node_gone_;
  std::vector<bool> rank_gone_;
  std::vector<departure> known_gone_;
  std::vector<departure> early_;  // news that came before this node was let go
};

}  // namespace troupe::detail
