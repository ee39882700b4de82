// How the messages of a collective reach their place, and what reads them there.

#include <troupe/collectives/engine/execution.hpp>
#include <troupe/collectives/reduce/kernels.hpp>

#include <algorithm>
#include <cstring>

namespace troupe::detail {

namespace {

/// A peer's memory is looked at for this many bytes at a time, so that its owner can take it back
/// without waiting long.
constexpr std::size_t view_chunk = std::size_t{1} << 20;

}  // namespace

void execution::start_receive(step_id id) {
  auto& kept = arrivals_[id];
  if (kept.message.is_offer())
    land_offer(id, kept.message.header);
  else
    land(id, kept.message.header, kept.message.payload());
}

std::byte* execution::landing_place(const step& s) {
  if (s.count == 0) return nullptr;
  if (s.at.where != place::window) return memory(s.at);
  auto& w = windows_[s.at.window];
  if (!w.copy) w.copy = tools_.scratch.take(s.count * element_);
  w.data = w.copy.data();
  return w.data;
}

void execution::land(step_id id, const frame& header, std::span<const std::byte> payload) {
  auto* place = landing_place(program_->steps()[id]);
  if (!payload.empty()) std::memcpy(place, payload.data(), payload.size());
  tools_.out.consumed(header.source, header.bytes);
  finish(id);
}

void execution::land_offer(step_id id, const frame& header) {
  const auto& each = program_->steps()[id];
  auto& via = tools_.out.link_to(header.source);
  if (header.bytes == 0) {
    acknowledge(header, frame_kind::done);
    return finish(id);
  }
  if (each.at.where == place::window && via.traits().views) {
    const std::byte* data = nullptr;
    const auto seen = via.view(header.region, data);
    if (seen == access::granted) via.release(header.region);
    if (seen == access::granted) {
      auto& w = windows_[each.at.window];
      w.viewed = true;
      w.region = header.region;
      w.offer = header;
      return finish(id);
    }
    if (seen == access::revoked) return pulled(id, seen);
  }
  const auto token = tools_.pulls.add(*this, id);
  auto* place = landing_place(each);
  const auto result = via.pull(header.region, 0, {place, header.bytes}, token);
  if (result == access::pending) {
    tokens_[id] = token.number;
    return;
  }
  tools_.pulls.remove(token);
  if (result == access::busy)
    stalled_.push_back(id);
  else
    pulled(id, result);
}

void execution::pulled(std::uint32_t part, access result) {
  tokens_[part] = 0;
  const auto& header = arrivals_[part].message.header;
  const auto peer = program_->steps()[part].peer;
  if (result == access::granted) {
    acknowledge(header, frame_kind::done);
    finish(part);
  } else if (result == access::revoked) {
    bereft_ = true;
  } else {
    fail(errc::link_failed, peer, "the link broke while a contribution was read");
  }
}

void execution::acknowledge(const frame& offer, frame_kind answer) {
  frame reply;
  reply.kind = answer;
  reply.context = offer.context;
  reply.sequence = offer.sequence;
  reply.destination = offer.source;
  reply.token = offer.token;
  tools_.out.reply(reply);
}

template <class Work>
void execution::with_views(const step& s, std::size_t bytes, Work work) {
  const auto sources = program_->plan().sources_of(s);
  const bool looks = std::any_of(sources.begin(), sources.end(), [&](const location& each) {
    return each.where == place::window && windows_[each.window].viewed;
  });
  const auto chunk = looks ? view_chunk : bytes;
  for (std::size_t done = 0; done < bytes && !failure_ && !bereft_; done += chunk) {
    sources_.clear();
    bool whole = true;
    std::size_t entered = 0;
    for (; entered < sources.size() && whole; ++entered) {
      const auto& each = sources[entered];
      if (each.where == place::window && windows_[each.window].viewed) {
        auto& w = windows_[each.window];
        const std::byte* data = nullptr;
        whole = tools_.out.link_to(w.offer.source).view(w.region, data) == access::granted;
        sources_.push_back(data + each.offset * element_ + done);
      } else {
        sources_.push_back(memory(each) + done);
      }
    }
    if (whole) work(done, std::min(chunk, bytes - done));
    if (!whole) --entered;  // the last one was not entered
    for (std::size_t i = 0; i < entered; ++i) {
      if (sources[i].where != place::window || !windows_[sources[i].window].viewed) continue;
      auto& w = windows_[sources[i].window];
      whole &= tools_.out.link_to(w.offer.source).release(w.region);
    }
    if (!whole) bereft_ = true;
  }
}

void execution::fold_step(step_id id) {
  const auto& each = program_->steps()[id];
  const auto divisor = call_.op == reduction::avg && each.finish
                           ? static_cast<std::uint64_t>(group_->size())
                           : std::uint64_t{0};
  const auto element = element_;
  with_views(each, each.count * element, [&](std::size_t done, std::size_t bytes) {
    fold(call_.op, call_.type, memory(each.at) + done, sources_, bytes / element, divisor);
  });
  read_over(each);
  if (!failure_ && !bereft_) finish(id);
}

void execution::copy_step(step_id id) {
  const auto& each = program_->steps()[id];
  with_views(each, each.count * element_, [&](std::size_t done, std::size_t bytes) {
    auto* to = memory(each.at) + done;
    if (to != sources_[0]) std::memmove(to, sources_[0], bytes);
  });
  read_over(each);
  if (!failure_ && !bereft_) finish(id);
}

void execution::read_over(const step& s) {
  for (const auto& each : program_->plan().sources_of(s))
    if (each.where == place::window && --windows_[each.window].readers == 0)
      close(windows_[each.window]);
}

void execution::close(window& w) {
  if (w.viewed) acknowledge(w.offer, frame_kind::done);
  if (w.copy) tools_.scratch.give(std::move(w.copy));
  w.copy = {};
  w.data = nullptr;
  w.viewed = false;
}

}  // namespace troupe::detail
