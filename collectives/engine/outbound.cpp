#include <troupe/collectives/engine/outbound.hpp>

#include <cstring>
#include <utility>

namespace troupe::detail {

outbound::outbound(rank_id self, directory& peers, block_pool& staging, eager_limits limits)
    : self_{self}, directory_{peers}, staging_{staging}, limits_{limits} {
  peers_.resize(static_cast<std::size_t>(peers.world_size()));
}

outbound::peer& outbound::at(rank_id rank) {
  auto& slot = peers_[static_cast<std::size_t>(rank)];
  if (slot) return *slot;
  const bool gone = static_cast<bool>(directory_.why_gone(rank));
  slot.reset(new peer{.rank = rank,
                      .via = gone ? static_cast<link*>(&nowhere_) : &directory_.link_to(rank),
                      .credit = limits_.window,
                      .outbox = {},
                      .gone = gone});
  return *slot;
}

outbound::in_flight* outbound::find(send_token token) {
  const auto index = static_cast<std::uint32_t>(token);
  if (index >= slots_.size()) return nullptr;
  auto& slot = slots_[index];
  return slot.used && slot.generation == token >> 32 ? &slot : nullptr;
}

send_token outbound::make_token(const message& m) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const auto index = free_.back();
  free_.pop_back();
  auto& slot = slots_[index];
  slot.owner = m.owner;
  slot.part = m.part;
  slot.peer = m.header.destination;
  slot.used = true;
  ++in_flight_;
  return (std::uint64_t{slot.generation} << 32) | index;
}

send_token outbound::send(const message& m) {
  auto& to = at(m.header.destination);
  if (to.gone) return failed_send;
  frame header = m.header;
  header.source = self_;
  header.bytes = m.payload.size();
  const auto cost = charge(header.bytes);
  if (!m.until_matched && header.bytes <= to.via->traits().max_payload && cost <= to.credit) {
    header.kind = frame_kind::eager;
    to.credit -= cost;
    if (put(to, header, m.payload)) return no_send;
    const auto token = make_token(m);
    to.outbox.push_back({header, m.payload, {}, token});
    ++queued_;
    return token;
  }
  header.kind = frame_kind::offer;
  const auto token = make_token(m);
  header.token = token;
  auto& slot = slots_[static_cast<std::uint32_t>(token)];
  auto payload = m.payload;
  // To itself a rank copies whatever the size: it could not receive while it waits for the send.
  const bool fits =
      payload.size() <= limits_.message && staged_ + charge(payload.size()) <= limits_.staged;
  const bool stage = m.may_copy && !m.until_matched && (fits || to.rank == self_);
  if (stage && !payload.empty()) {
    slot.staged = staging_.take(payload.size());
    std::memcpy(slot.staged.data(), payload.data(), payload.size());
    payload = {slot.staged.data(), payload.size()};
  }
  if (stage) {
    slot.owner = nullptr;
    slot.charged = charge(slot.staged.size());  // an empty message is remembered as well
    staged_ += slot.charged;
  }
  if (!payload.empty()) {
    slot.region = to.via->expose(payload);
    slot.exposed = true;
    header.region = slot.region;
  }
  if (!put(to, header, {})) {
    to.outbox.push_back({header, {}, {}, no_send});
    ++queued_;
  }
  return stage ? no_send : token;
}

void outbound::reply(frame header, std::span<const std::byte> payload) {
  auto& to = at(header.destination);
  if (to.gone) return;
  header.source = self_;
  if (put(to, header, payload)) return;
  to.outbox.push_back({header, {}, {payload.begin(), payload.end()}, no_send});
  ++queued_;
}

bool outbound::put(peer& to, const frame& header, std::span<const std::byte> payload) {
  return to.outbox.empty() && to.via->send(header, payload);
}

void outbound::flush(peer& to) {
  while (!to.outbox.empty()) {
    auto& next = to.outbox.front();
    const auto payload = next.owned.empty() ? next.payload : std::span<const std::byte>{next.owned};
    if (!next.dead && !to.via->send(next.header, payload)) return;
    const auto token = next.dead ? no_send : next.token;
    to.outbox.pop_front();
    --queued_;
    if (token != no_send) finish(token, send_end::done);
  }
}

void outbound::finish(send_token token, send_end how) {
  auto* slot = find(token);
  if (slot == nullptr) return;
  auto* owner = slot->owner;
  const auto part = slot->part;
  withdraw(token);
  if (owner != nullptr) owner->sent(part, how);
}

void outbound::withdraw(send_token token) {
  auto* slot = find(token);
  if (slot == nullptr) return;
  auto& to = at(slot->peer);
  if (slot->exposed) {
    to.via->revoke(slot->region);
  } else {
    for (std::size_t i = 0; i < to.outbox.size(); ++i)
      if (to.outbox[i].token == token) {
        to.outbox[i].dead = true;
        to.credit += charge(to.outbox[i].header.bytes);
      }
  }
  if (slot->staged) {
    staging_.give(std::move(slot->staged));
    slot->staged = {};
  }
  staged_ -= slot->charged;
  slot->charged = 0;
  slot->used = slot->exposed = false;
  slot->owner = nullptr;
  ++slot->generation;
  free_.push_back(static_cast<std::uint32_t>(token));
  --in_flight_;
}

void outbound::answered(const frame& reply) {
  const auto* slot = find(reply.token);
  if (slot == nullptr || slot->peer != reply.source) return;  // withdrawn meanwhile
  auto how = send_end::done;
  if (reply.kind == frame_kind::cancelled) how = send_end::refused;
  if ((reply.flags & frame_flags::truncates) != 0) how = send_end::truncated;
  if ((reply.flags & frame_flags::leaves) != 0) how = send_end::failed;
  finish(reply.token, how);
}

void outbound::credited(rank_id rank, std::uint64_t bytes) {
  at(rank).credit += bytes;
}

void outbound::writable(rank_id rank) {
  flush(at(rank));
}

void outbound::ask_for_flush() {
  for (auto& each : peers_) {
    if (!each || each->gone || each->rank == self_ || each->flushing) continue;
    each->flushing = true;
    ++flushing_;
    frame header;
    header.kind = frame_kind::flush;
    header.destination = each->rank;
    reply(header);
  }
}

void outbound::flushed(rank_id rank) {
  auto& from = at(rank);
  if (std::exchange(from.flushing, false)) --flushing_;
}

void outbound::gone(rank_id rank) {
  auto& to = at(rank);
  to.gone = true;
  flushed(rank);
  queued_ -= to.outbox.size();
  to.outbox.clear();
  for (std::uint32_t i = 0; i < slots_.size(); ++i)
    if (slots_[i].used && slots_[i].peer == rank)
      finish((std::uint64_t{slots_[i].generation} << 32) | i, send_end::failed);
}

void outbound::consumed(rank_id rank, std::uint64_t bytes) {
  auto& from = at(rank);
  from.owed += charge(bytes);
  if (from.owed < limits_.window / 2) return;
  frame header;
  header.kind = frame_kind::credit;
  header.destination = rank;
  header.bytes = from.owed;
  from.owed = 0;
  reply(header);
}

}  // namespace troupe::detail
