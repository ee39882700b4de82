// How a world begins. What happens to it afterwards is in departures.cpp.

#include <troupe/actors/membership/membership.hpp>

#include <utility>

namespace troupe::detail {

namespace {

/// A node that is not the seed waits this much longer, so that the seed's text comes first.
constexpr std::chrono::seconds patience{2};

std::string in_seconds(std::chrono::nanoseconds t) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(t).count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

}  // namespace

membership::membership(membership_options options) : options_{std::move(options)} {
  const auto nodes = static_cast<std::size_t>(options_.nodes);
  nodes_.resize(nodes);
  for (auto& each : nodes_) each.id = -1;
  ready_.resize(nodes);
  node_gone_.resize(nodes);
}

const std::string& membership::name_of(node_id node) const {
  static const std::string unknown{"a node"};
  const auto& known = nodes_[static_cast<std::size_t>(node)];
  return known.id >= 0 ? known.name : unknown;
}

void membership::send(actions& out, node_id to, const control_message& m) const {
  for (auto& part : encode(m)) out.push_back(wish::send{to, std::move(part)});
}

void membership::tell_all(actions& out, const control_message& m, node_id except) const {
  const auto parts = encode(m);
  for (node_id to = 0; to < options_.nodes; ++to) {
    const auto i = static_cast<std::size_t>(to);
    if (to == options_.self.id || to == except || node_gone_[i] || nodes_[i].id < 0) continue;
    for (const auto& part : parts) out.push_back(wish::send{to, part});
  }
}

membership::actions membership::start(time_point now) {
  actions out;
  deadline_ = now + options_.ready_timeout;
  if (is_seed()) {
    joined(out, 0, {options_.self, options_.nodes});
  } else {
    deadline_ += patience;
    nodes_[0].id = 0;
    nodes_[0].name = "node 0 at " + options_.seed;
    send(out, 0, told::join{options_.self, options_.nodes});
  }
  return out;
}

membership::actions membership::message_arrived(node_id from, std::span<const std::byte> payload) {
  actions out;
  if (phase_ == phase::over || from < 0 || from >= options_.nodes) return out;
  auto message = decode(payload);
  if (!message) {
    if (phase_ != phase::open)
      fail(out, name_of(from) + " sent " + message.error().details().what + "; " +
                    message.error().details().advice);
    return out;
  }
  if (auto* j = std::get_if<told::join>(&*message)) {
    joined(out, from, std::move(*j));
  } else if (auto* r = std::get_if<told::roster>(&*message)) {
    if (from == 0) listed(out, std::move(*r));
  } else if (std::holds_alternative<told::ready>(*message)) {
    prepared(out, from);
  } else if (std::holds_alternative<told::go>(*message)) {
    if (from == 0 && phase_ == phase::preparing) open(out);
  } else if (auto* g = std::get_if<told::give_up>(&*message)) {
    if (phase_ != phase::open) {
      if (is_seed()) return fail(out, g->text), out;
      phase_ = phase::over;
      deadline_ = time_point::max();
      out.push_back(wish::give_up{{errc::peer_failed, g->text}});
    }
  } else if (auto* n = std::get_if<told::news>(&*message)) {
    if (phase_ == phase::open)
      gone(out, n->gone, from);
    else if (phase_ == phase::preparing)
      early_.insert(early_.end(), n->gone.begin(), n->gone.end());
  }
  return out;
}

void membership::joined(actions& out, node_id from, told::join m) {
  if (!is_seed() || phase_ != phase::gathering) return;
  auto& slot = nodes_[static_cast<std::size_t>(from)];
  if (m.nodes != options_.nodes)
    return fail(out, m.who.name + " was told of " + std::to_string(m.nodes) + " nodes, node 0 of " +
                         std::to_string(options_.nodes) + "; give all nodes the same numbers");
  if (m.who.id != from || m.who.ranks < 1)
    return fail(out, m.who.name + " joined as node " + std::to_string(m.who.id) + " with " +
                         std::to_string(m.who.ranks) + " ranks over the link of node " +
                         std::to_string(from));
  if (slot.id >= 0)
    return fail(out, "two nodes joined as node " + std::to_string(from) + ": " + slot.name +
                         " and " + m.who.name + "; give each node a number of its own");
  slot = std::move(m.who);
  if (++known_ < options_.nodes) return;

  rank_id next = 0;
  for (const auto& each : nodes_) {
    if (each.first_rank != next)
      return fail(out, each.name + " has ranks from " + std::to_string(each.first_rank) +
                           ", wanted from " + std::to_string(next) +
                           "; the nodes' ranks must follow each other without gaps");
    next += each.ranks;
  }
  tell_all(out, told::roster{options_.nodes, nodes_});
  phase_ = phase::preparing;
  rank_gone_.resize(static_cast<std::size_t>(next));
  out.push_back(wish::know{nodes_});
}

void membership::listed(actions& out, told::roster m) {
  if (phase_ != phase::gathering || is_seed()) return;
  for (auto& each : m.nodes) {
    if (each.id < 0 || each.id >= options_.nodes || each.ranks < 1) continue;
    auto& slot = nodes_[static_cast<std::size_t>(each.id)];
    // The seed is known by its address before it introduces itself.
    if (slot.id >= 0 && !(each.id == 0 && slot.ranks == 1 && slot.addresses.empty())) continue;
    slot = std::move(each);
    ++known_;
  }
  if (known_ < options_.nodes) return;
  phase_ = phase::preparing;
  rank_gone_.resize(static_cast<std::size_t>(nodes_.back().first_rank + nodes_.back().ranks));
  out.push_back(wish::know{nodes_});
}

membership::actions membership::local_ready() {
  actions out;
  if (phase_ != phase::preparing || local_ready_) return out;
  local_ready_ = true;
  if (is_seed())
    prepared(out, 0);
  else
    send(out, 0, told::ready{});
  return out;
}

void membership::prepared(actions& out, node_id from) {
  const auto i = static_cast<std::size_t>(from);
  if (!is_seed() || phase_ != phase::preparing || ready_[i]) return;
  ready_[i] = true;
  if (++ready_count_ < options_.nodes) return;
  tell_all(out, told::go{});
  open(out);
}

void membership::open(actions& out) {
  phase_ = phase::open;
  deadline_ = time_point::max();
  out.push_back(wish::open{});
  gone(out, std::exchange(early_, {}), -1);
}

void membership::fail(actions& out, const std::string& text) {
  if (phase_ == phase::over) return;
  tell_all(out, told::give_up{text});
  phase_ = phase::over;
  deadline_ = time_point::max();
  out.push_back(wish::give_up{{errc::peer_failed, text}});
}

membership::actions membership::tick(time_point now) {
  actions out;
  if (now < deadline_) return out;
  deadline_ = time_point::max();
  if (phase_ == phase::open || phase_ == phase::over) return out;
  if (!is_seed()) {
    fail(out, name_of(0) + " has said nothing of the other nodes within " +
                  in_seconds(options_.ready_timeout) +
                  "; start it, and check the seed's address and the network to it");
    return out;
  }
  std::string who;
  node_id missing = 0;
  for (node_id id = 0; id < options_.nodes; ++id) {
    const auto i = static_cast<std::size_t>(id);
    if (phase_ == phase::gathering ? nodes_[i].id >= 0 : bool{ready_[i]}) continue;
    if (++missing > 8) continue;
    who += (who.empty() ? "" : ", ") + std::string{"node "} + std::to_string(id);
    if (nodes_[i].id >= 0 && nodes_[i].name != "node " + std::to_string(id))
      who += " (" + nodes_[i].name + ')';
  }
  if (missing > 8) who += " and " + std::to_string(missing - 8) + " more";
  fail(out, std::to_string(missing) + " of " + std::to_string(options_.nodes) +
                " nodes are missing: " + who + "; waited " + in_seconds(options_.ready_timeout) +
                " for them to join node 0 at " + options_.seed +
                "; start them, or give them more time (ready-timeout)");
  return out;
}

void membership::lost_at_start(actions& out, node_id peer, const error& why) {
  const auto& about = why.details();
  auto text = about.what.empty() ? std::string{to_string(why.code())} : about.what;
  if (!about.advice.empty()) text += "; " + about.advice;
  if (is_seed() && nodes_[static_cast<std::size_t>(peer)].id < 0) return;  // it may try again
  node_gone_[static_cast<std::size_t>(peer)] = true;
  if (is_seed())
    fail(out, name_of(peer) + " was lost before the world had begun: " + text);
  else if (peer == 0)
    fail(out, "lost " + name_of(0) + " before the world had begun: " + text);
}

}  // namespace troupe::detail
