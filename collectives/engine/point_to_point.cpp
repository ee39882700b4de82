#include <troupe/collectives/engine/point_to_point.hpp>

#include <algorithm>

namespace troupe::detail {

transfer& point_to_point::take() {
  if (free_.empty()) {
    transfers_.push_back(std::make_unique<transfer>(*this));
    free_.push_back(transfers_.back().get());
  }
  auto& t = *free_.back();
  free_.pop_back();
  t.active = true;
  return t;
}

void point_to_point::send(context& group, const send_call& what) {
  auto& t = take();
  t.is_send = true;
  t.group = &group;
  t.sending = what;
  message m;
  m.header.flags = frame_flags::point_to_point;
  m.header.context = group.id();
  m.header.destination = group.to_world(what.peer);
  m.header.tag = what.tag;
  m.header.type = what.type;
  m.header.site = what.site.line();
  m.payload = {what.data, what.bytes};
  m.owner = &t;
  m.may_copy = true;
  m.until_matched = what.until_matched;
  t.token = tools_.out.send(m);
  if (t.token == failed_send)
    t.sent(0, send_end::failed);
  else if (t.token == no_send)
    t.sent(0, send_end::done);
}

void transfer::sent(std::uint32_t, send_end how) {
  token = 0;
  if (how == send_end::done || how == send_end::truncated) return home_.finish(*this, {});
  error_details details;
  details.peers = {sending.peer};
  details.what = how == send_end::failed ? "the receiver is gone" : "the receiver refused it";
  const auto code = how == send_end::failed ? errc::peer_failed : errc::cancelled;
  home_.finish(*this, {code, std::move(details)});
}

void point_to_point::receive(context& group, const receive_call& what) {
  auto& t = take();
  t.is_send = false;
  t.group = &group;
  t.receiving = what;
  t.source = what.peer == any_source ? any_source : group.to_world(what.peer);
  t.tag = what.tag;
  if (auto message = group.messages.post(t)) take_message(t, *std::move(message));
}

/// Gives a receive, posted no more, a message that was kept.
void point_to_point::take_message(transfer& t, incoming message) {
  if (message.is_offer()) {
    t.message = std::move(message);
    return pull(t);
  }
  land(t, message.header, message.payload());
  tools_.scratch.give(std::move(message.stored));
}

void point_to_point::arrived(context& group, const frame& header,
                             std::span<const std::byte> payload) {
  auto* posted = group.messages.arrived(header.source, header.tag);
  if (posted == nullptr)
    return group.messages.keep(header.source, detail::keep(header, payload, tools_.scratch));
  auto& t = static_cast<transfer&>(*posted);
  if (header.kind == frame_kind::offer) {
    t.message = {header, {}};
    pull(t);
  } else {
    land(t, header, payload);
  }
}

namespace {

bool types_agree(element_type a, element_type b) {
  return a == b || a == element_type::byte || b == element_type::byte;
}

error type_mismatch(const transfer& t, const frame& header) {
  error_details details;
  details.peers = {t.group->from_world(header.source)};
  details.what = "received elements of " + std::string{to_string(header.type)} + ", wanted " +
                 std::string{to_string(t.receiving.type)};
  details.advice = "send and receive the same type, or receive bytes";
  return {errc::mismatch, std::move(details)};
}

error too_long(const transfer& t, const frame& header) {
  error_details details;
  details.peers = {t.group->from_world(header.source)};
  details.what = "the message has " + std::to_string(header.bytes) + " bytes, the buffer " +
                 std::to_string(t.receiving.bytes);
  details.advice = "receive into a buffer that is large enough";
  return {errc::truncated, std::move(details)};
}

}  // namespace

void point_to_point::land(transfer& t, const frame& header, std::span<const std::byte> payload) {
  tools_.out.consumed(header.source, header.bytes);
  t.message.header = header;
  if (!types_agree(t.receiving.type, header.type)) return finish(t, type_mismatch(t, header));
  if (header.bytes > t.receiving.bytes) return finish(t, too_long(t, header));
  if (!payload.empty()) std::memcpy(t.receiving.data, payload.data(), payload.size());
  finish(t, {}, payload.size());
}

void point_to_point::pull(transfer& t) {
  const auto header = t.message.header;
  t.stalled = false;
  if (!types_agree(t.receiving.type, header.type)) {
    answer(header, frame_kind::done);
    return finish(t, type_mismatch(t, header));
  }
  if (header.bytes > t.receiving.bytes) {
    answer(header, frame_kind::done, frame_flags::truncates);
    return finish(t, too_long(t, header));
  }
  if (header.bytes == 0) return t.pulled(0, access::granted);
  const auto token = tools_.pulls.add(t, 0);
  auto& via = tools_.out.link_to(header.source);
  const auto result = via.pull(header.region, 0, {t.receiving.data, header.bytes}, token);
  if (result == access::pending) {
    t.token = token.number;
    return;
  }
  tools_.pulls.remove(token);
  if (result == access::busy)
    t.stalled = true;
  else
    t.pulled(0, result);
}

void transfer::pulled(std::uint32_t, access result) {
  token = 0;
  const auto header = message.header;
  if (result == access::granted) {
    home_.answer(header, frame_kind::done);
    home_.finish(*this, {}, header.bytes);
  } else if (result == access::revoked) {
    // The sender took the message back before it was received: it was never sent.
    message = {};
    if (auto next = group->messages.post_again(*this)) home_.take_message(*this, *std::move(next));
  } else {
    error_details details;
    details.peers = {group->from_world(header.source)};
    details.what = "the link broke while the message was read";
    home_.finish(*this, {errc::link_failed, std::move(details)});
  }
}

void point_to_point::answer(const frame& offer, frame_kind kind, std::uint8_t flags) {
  frame reply;
  reply.kind = kind;
  reply.flags = flags;
  reply.context = offer.context;
  reply.destination = offer.source;
  reply.token = offer.token;
  tools_.out.reply(reply);
}

void point_to_point::finish(transfer& t, error failure, std::size_t bytes) {
  status what;
  if (t.is_send) {
    what = {t.sending.peer, t.sending.tag, t.sending.bytes / size_of(t.sending.type),
            t.sending.type};
  } else {
    const auto& header = t.message.header;
    const auto type = t.receiving.type == element_type::byte ? header.type : t.receiving.type;
    what = {t.group->from_world(header.source), header.tag, bytes / size_of(type), type};
  }
  t.active = false;
  t.stalled = false;
  const auto kept = &t;
  tools_.over(t, what, std::move(failure));
  kept->message = {};
  free_.push_back(kept);
}

/// Takes an unfinished transfer out of everything that knows it, and fails it.
void point_to_point::end(transfer& t, const error& why) {
  if (t.is_send) {
    tools_.out.withdraw(t.token);
    frame header;
    header.kind = frame_kind::withdrawn;
    header.context = t.group->id();
    header.destination = t.group->to_world(t.sending.peer);
    header.token = t.token;
    tools_.out.reply(header);
  } else if (t.token != 0 || t.stalled) {
    // The message was matched but not read: the next receive may have it.
    auto message = std::exchange(t.message, {});
    const auto& header = message.header;
    if (t.token != 0) {
      const pull_token token{t.group->to_world(t.group->rank()), t.token};
      tools_.out.link_to(header.source).cancel_pull(token);
      tools_.pulls.remove(token);
    }
    t.token = 0;
    auto* next = t.group->messages.put_back(t, message);
    finish(t, why);
    if (next != nullptr) take_message(static_cast<transfer&>(*next), std::move(message));
    return;
  } else {
    t.group->messages.remove(t);
  }
  t.token = 0;
  finish(t, why);
}

void point_to_point::retry() {
  for (std::size_t i = 0; i < transfers_.size(); ++i)
    if (transfers_[i]->active && transfers_[i]->stalled) pull(*transfers_[i]);
}

bool point_to_point::abort(const state_base& state, const error& why) {
  for (auto& t : transfers_) {
    if (!t->active || &t->common().sink->base() != &state) continue;
    end(*t, why);
    return true;
  }
  return false;
}

void point_to_point::abort_all(const error& why) {
  for (std::size_t i = 0; i < transfers_.size(); ++i)
    if (transfers_[i]->active) end(*transfers_[i], why);
}

namespace {

error timed_out(const transfer& t) {
  error_details details;
  const auto peer = t.is_send ? t.sending.peer : t.receiving.peer;
  const auto tag = t.is_send ? t.sending.tag : t.receiving.tag;
  details.what = t.is_send ? "the deadline passed before the receiver had the message"
                           : "the deadline passed while waiting for a message";
  details.what += tag == any_tag ? " with any tag" : " with tag " + std::to_string(tag);
  if (peer == any_source)
    details.what += " from any rank";
  else
    details.peers = {peer};
  return {errc::timeout, std::move(details)};
}

}  // namespace

void point_to_point::expire(time_point now) {
  for (std::size_t i = 0; i < transfers_.size(); ++i) {
    auto& t = *transfers_[i];
    if (t.active && t.common().deadline && *t.common().deadline <= now) end(t, timed_out(t));
  }
}

time_point point_to_point::next_deadline() const {
  auto earliest = time_point::max();
  for (const auto& t : transfers_)
    if (t->active && t->common().deadline) earliest = std::min(earliest, *t->common().deadline);
  return earliest;
}

void point_to_point::gone(context& group, rank_id member) {
  error_details details;
  details.peers = {member};
  details.what = "the sender is gone";
  const error failed{errc::peer_failed, details};
  details.what = "a rank that might have sent is gone";
  details.advice = "post the receive again to wait for the others";
  const error pending{errc::peer_failed_pending, std::move(details)};
  // A pull from the member's memory ends by itself: its link is down.
  for (std::size_t i = 0; i < transfers_.size(); ++i) {
    auto& t = *transfers_[i];
    if (!t.active || t.is_send || t.group != &group || t.token != 0 || t.stalled) continue;
    if (t.source == group.to_world(member))
      end(t, failed);
    else if (t.source == any_source)
      end(t, pending);
  }
}

void point_to_point::drop_unexpected(context& group) {
  group.messages.clear([&](incoming message) {
    if (message.is_offer()) answer(message.header, frame_kind::cancelled, frame_flags::leaves);
    tools_.scratch.give(std::move(message.stored));
  });
}

}  // namespace troupe::detail
