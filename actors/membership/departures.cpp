// How ranks and nodes go, and how everybody learns of it.

#include <troupe/actors/membership/membership.hpp>

#include <algorithm>

namespace troupe::detail {

node_id membership::hub() const {
  for (node_id id = 0; id < options_.nodes; ++id)
    if (!node_gone_[static_cast<std::size_t>(id)]) return id;
  return options_.self.id;
}

node_id membership::present() const {
  return static_cast<node_id>(std::count(node_gone_.begin(), node_gone_.end(), false));
}

membership::actions membership::rank_over(rank_id rank, const error& verdict) {
  actions out;
  if (phase_ != phase::open) return out;
  const auto who = "rank " + std::to_string(rank);
  gone(out,
       {{.what = departure::of::rank,
         .id = rank,
         .failed = static_cast<bool>(verdict),
         .text = verdict ? who + " failed: " + to_string(verdict)
                         : who + " has left: its body returned"}},
       options_.self.id);
  return out;
}

membership::actions membership::leave() {
  actions out;
  if (phase_ == phase::over) return out;
  if (phase_ == phase::open)
    gone(out,
         {{.what = departure::of::node,
           .id = options_.self.id,
           .failed = false,
           .text = options_.self.name + " has left"}},
         options_.self.id);
  else
    fail(out, options_.self.name + " has given up");
  phase_ = phase::over;
  return out;
}

membership::actions membership::link_down(node_id peer, const error& why, bool orderly) {
  actions out;
  if (phase_ == phase::over || peer < 0 || peer >= options_.nodes || peer == options_.self.id)
    return out;
  if (phase_ != phase::open) {
    lost_at_start(out, peer, why);
    return out;
  }
  const auto& about = why.details().what;
  gone(out,
       {{.what = departure::of::node,
         .id = peer,
         .failed = !orderly,
         .text = orderly ? name_of(peer) + " has left"
                         : "lost " + name_of(peer) + (about.empty() ? "" : ": " + about)}},
       options_.self.id);
  return out;
}

bool membership::note(actions& out, const departure& d) {
  const auto rank_goes = [&](rank_id rank) {
    if (rank_gone_[static_cast<std::size_t>(rank)]) return false;
    rank_gone_[static_cast<std::size_t>(rank)] = true;
    out.push_back(wish::rank_gone{rank, {errc::peer_failed, d.text}});
    return true;
  };
  if (d.id < 0) return false;
  if (d.what == departure::of::rank)
    return static_cast<std::size_t>(d.id) < rank_gone_.size() && rank_goes(d.id);
  if (d.id >= options_.nodes || node_gone_[static_cast<std::size_t>(d.id)]) return false;
  node_gone_[static_cast<std::size_t>(d.id)] = true;
  const auto& node = nodes_[static_cast<std::size_t>(d.id)];
  for (rank_id i = 0; i < node.ranks; ++i) rank_goes(node.first_rank + i);
  return true;
}

void membership::gone(actions& out, const std::vector<departure>& all, node_id heard_from) {
  const auto before = hub();
  std::vector<departure> fresh;
  for (const auto& each : all)
    if (note(out, each)) fresh.push_back(each);
  if (fresh.empty()) return;
  known_gone_.insert(known_gone_.end(), fresh.begin(), fresh.end());

  const auto self = options_.self.id;
  const auto now = hub();
  if (before == self)
    tell_all(out, told::news{fresh}, heard_from);
  else if (before == now && before != heard_from)
    send(out, now, told::news{fresh});
  if (now == before) return;
  // The old hub may have told some and not others: the new one is told everything and tells all.
  // Hearing from everybody also gives it a link to each, on which it will see them go.
  if (now == self)
    tell_all(out, told::news{known_gone_});
  else
    send(out, now, told::news{known_gone_});
}

}  // namespace troupe::detail
