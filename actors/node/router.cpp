#include <troupe/actors/node/dead_link.hpp>
#include <troupe/actors/node/router.hpp>

namespace troupe::detail {

router::router(conductor& turns, node_id self, control to_node)
    : turns_{turns}, self_{self}, to_node_{std::move(to_node)} {}

void router::set_local(rank_id first, std::vector<endpoint*> endpoints, link& within) {
  first_ = first;
  endpoints_ = std::move(endpoints);
  within_ = &within;
}

void router::set_nodes(std::vector<node_info> nodes) {
  nodes_ = std::move(nodes);
  for (const auto& each : nodes_)
    node_of_.insert(node_of_.end(), static_cast<std::size_t>(each.ranks), each.id);
  links_ = std::make_unique<std::atomic<link*>[]>(nodes_.size());
  gone_.resize(node_of_.size());
}

void router::set_media(std::vector<medium*> media, link_class common) {
  media_ = std::move(media);
  common_ = common;
}

endpoint* router::local(rank_id rank) const {
  const auto index = static_cast<std::size_t>(rank - first_);
  return rank >= first_ && index < endpoints_.size() ? endpoints_[index] : nullptr;
}

void router::deliver(node_id from, const frame& header, std::span<const std::byte> payload) {
  if (header.kind == frame_kind::control) return to_node_.frame(from, header, payload);
  if (!open_.load(std::memory_order_acquire)) return;
  auto* target = local(header.destination);
  const bool known = header.source >= 0 && header.source < world_size();
  const bool honest = known && node_of_[static_cast<std::size_t>(header.source)] == from &&
                      header.kind < frame_kind::control &&
                      (header.kind != frame_kind::eager || header.bytes == payload.size());
  if (target == nullptr || !honest)
    return;  // a peer that sends this is broken; ranks stay unharmed
  if (target->get_turn().try_acquire()) {
    target->accept(header, payload);
    turns_.end_turn(*target);
  } else {
    target->frames().push(header, payload);
    turns_.notify(*target);
  }
}

void router::tell(endpoint& target, const frame& notice_frame) {
  target.frames().push(notice_frame, {});
  turns_.notify(target);
}

void router::pulled(pull_token token, access result) {
  auto* target = local(token.rank);
  if (target == nullptr) return;
  auto told = make_notice(notice::pulled, token.rank);
  told.token = token.number;
  told.bytes = static_cast<std::uint64_t>(result);
  tell(*target, told);
}

void router::writable(node_id peer) {
  if (to_node_.writable) to_node_.writable(peer);
  if (!open_.load(std::memory_order_acquire)) return;
  const auto& node = nodes_[static_cast<std::size_t>(peer)];
  for (auto* each : endpoints_)
    for (rank_id i = 0; i < node.ranks; ++i)
      tell(*each, make_notice(notice::writable, node.first_rank + i));
}

void router::down(node_id peer, const error& why, bool orderly) {
  to_node_.down(peer, why, orderly);
}

void router::mark_gone(rank_id rank, const error& why) {
  {
    std::lock_guard lock{gone_mutex_};
    auto& slot = gone_[static_cast<std::size_t>(rank)];
    if (slot) return;
    auto details = why.details();
    details.peers = {rank};
    slot = error{why.code(), std::move(details)};
  }
  for (auto* each : endpoints_)
    if (each->world_rank() != rank) tell(*each, make_notice(notice::gone, rank));
}

error router::why_gone(rank_id rank) const {
  std::lock_guard lock{gone_mutex_};
  return gone_[static_cast<std::size_t>(rank)];
}

link& router::link_to(rank_id rank) {
  const auto node = node_of_[static_cast<std::size_t>(rank)];
  if (node == self_) return *within_;
  auto* known = links_[static_cast<std::size_t>(node)].load(std::memory_order_acquire);
  return known != nullptr ? *known : connect(node);
}

link& router::connect(node_id to) {
  std::lock_guard lock{links_mutex_};
  auto& slot = links_[static_cast<std::size_t>(to)];
  if (auto* known = slot.load(std::memory_order_acquire)) return *known;
  const auto& peer = nodes_[static_cast<std::size_t>(to)];
  std::shared_ptr<link> made;
  std::string refusals;
  for (auto* each : media_) {
    const auto reachable = each->reaches(peer);
    if (reachable) {
      made = each->connect(peer);
      break;
    }
    refusals += (refusals.empty() ? "" : "; ") + std::string{to_string(each->kind())} + ": " +
                reachable.error().details().what;
  }
  if (!refusals.empty() && made && to_node_.warn)
    to_node_.warn("the link to " + peer.name + " goes over " +
                  std::string{to_string(made->traits().medium)} + " (" + refusals + ')');
  if (!made) {
    made = std::make_shared<dead_link>();
    const error why{errc::link_failed,
                    "no link leads to " + peer.name +
                        (refusals.empty() ? std::string{} : " (" + refusals + ')'),
                    "allow another kind of link"};
    for (rank_id i = 0; i < peer.ranks; ++i) mark_gone(peer.first_rank + i, why);
  }
  owned_links_.push_back(made);
  slot.store(made.get(), std::memory_order_release);
  return *made;
}

}  // namespace troupe::detail
