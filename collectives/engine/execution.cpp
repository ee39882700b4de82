#include <troupe/collectives/engine/execution.hpp>

#include <algorithm>

namespace troupe::detail {

namespace {

/// Larger steps are left to the rank's own thread by whoever helps.
constexpr std::uint64_t large_step = 16 * 1024;

}  // namespace

void execution::begin(context& group, std::uint64_t sequence, std::shared_ptr<const program> steps,
                      const collective_call& what, const fingerprint& agreed) {
  group_ = &group;
  sequence_ = sequence;
  program_ = std::move(steps);
  call_ = what;
  agreed_ = agreed;
  element_ = size_of(what.type);
  const auto& plan = program_->plan();
  const auto count = plan.steps.size();
  if (plan.scratch != 0) scratch_ = tools_.scratch.take(plan.scratch * element_);
  left_ = count;
  waits_ = program_->waits();
  state_.assign(count, progress_of::waiting);
  tokens_.assign(count, 0);
  if (arrivals_.size() < count) arrivals_.resize(count);
  if (windows_.size() < plan.windows.size()) windows_.resize(plan.windows.size());
  for (std::size_t i = 0; i < plan.windows.size(); ++i)
    windows_[i].readers = program_->window_readers()[i];
  for (step_id id = 0; id < count; ++id)
    if (waits_[id] == 0) ready_.push_back(id);
  make_runnable();
}

void execution::make_runnable() {
  if (listed) return;
  listed = true;
  tools_.runnable.push_back(this);
}

void execution::depend(step_id id) {
  if (--waits_[id] != 0) return;
  ready_.push_back(id);
  make_runnable();
}

void execution::finish(step_id id) {
  state_[id] = progress_of::over;
  --left_;
  for (const auto later : program_->successors(id)) depend(later);
  if (left_ == 0) make_runnable();
}

void execution::fail(errc code, rank_id member, std::string what) {
  if (failure_) return;
  error_details details;
  if (member >= 0) details.peers = {member};
  details.what = std::move(what);
  failure_ = error{code, std::move(details)};
  make_runnable();
}

void execution::arrived(const frame& header, std::span<const std::byte> payload) {
  const auto source = group_->from_world(header.source);
  const auto id = program_->receive_of(source, static_cast<std::uint32_t>(header.tag));
  if (!id || arrivals_[*id].there || state_[*id] != progress_of::waiting) {
    fail(errc::protocol_error, source, "a message came that no step of the schedule expects");
    return;
  }
  if (header.bytes != program_->steps()[*id].count * element_) {
    fail(errc::protocol_error, source,
         "a message of " + std::to_string(header.bytes) + " bytes came for a step of " +
             std::to_string(program_->steps()[*id].count * element_));
    return;
  }
  // Small payloads that are waited for land at once; everything else is kept until its step runs.
  if (waits_[*id] == 1 && header.kind == frame_kind::eager) {
    waits_[*id] = 0;
    state_[*id] = progress_of::started;
    land(*id, header, payload);
    return;
  }
  arrivals_[*id].message = keep(header, payload, tools_.scratch);
  arrivals_[*id].there = true;
  depend(*id);
}

std::uint64_t execution::cost(const step& s) const {
  if (s.kind == step_kind::send) return 0;
  return std::uint64_t{s.count} * element_ * std::max<std::uint32_t>(s.sources, 1);
}

void execution::run(effort limit) {
  if (bereft_) ready_.clear();
  while (!ready_.empty() && !failure_) {
    running_.swap(ready_);
    bool left_some = false;
    for (const auto id : running_) {
      if (failure_ || bereft_) break;
      if (limit == effort::light && cost(program_->steps()[id]) > large_step) {
        ready_.push_back(id);
        left_some = true;
      } else {
        start(id);
      }
    }
    running_.clear();
    if (bereft_) ready_.clear();
    if (left_some) return;
  }
}

void execution::retry() {
  if (stalled_.empty()) return;
  ready_.insert(ready_.end(), stalled_.begin(), stalled_.end());
  stalled_.clear();
  make_runnable();
}

void execution::start(step_id id) {
  state_[id] = progress_of::started;
  switch (program_->steps()[id].kind) {
    case step_kind::send:
      return start_send(id);
    case step_kind::receive:
      return start_receive(id);
    case step_kind::fold:
      return fold_step(id);
    case step_kind::copy:
      return copy_step(id);
  }
}

void execution::start_send(step_id id) {
  const auto& each = program_->steps()[id];
  message m;
  m.header.context = group_->id();
  m.header.sequence = sequence_;
  m.header.destination = group_->to_world(each.peer);
  m.header.tag = static_cast<std::int32_t>(each.tag);
  m.header.type = call_.type;
  m.header.site = call_.site.line();
  m.header.agreed = agreed_;
  const auto bytes = each.count * element_;
  m.payload = {bytes != 0 ? memory(each.at) : nullptr, bytes};
  m.owner = this;
  m.part = id;
  const auto token = tools_.out.send(m);
  if (token == failed_send) {
    fail(errc::peer_failed, each.peer, "a member that must receive is gone");
  } else if (token == no_send) {
    finish(id);
  } else {
    tokens_[id] = token;
  }
}

void execution::sent(std::uint32_t part, send_end how) {
  tokens_[part] = 0;
  const auto peer = program_->steps()[part].peer;
  if (how == send_end::refused)
    bereft_ = true;
  else if (how == send_end::failed)
    fail(errc::peer_failed, peer, "a member went away before it had received");
  else
    finish(part);
}

std::byte* execution::memory(const location& at) {
  const auto offset = at.offset * element_;
  switch (at.where) {
    case place::input:
      return const_cast<std::byte*>(call_.input) + offset;  // written only where it is the output
    case place::output:
      return call_.output + offset;
    case place::scratch:
      return scratch_.data() + offset;
    case place::window:
      return windows_[at.window].data + offset;
  }
  return nullptr;
}

bool execution::needs(rank_id member) const {
  const auto& steps = program_->steps();
  for (step_id id = 0; id < steps.size(); ++id) {
    if (steps[id].peer != member || state_[id] == progress_of::over) continue;
    if (steps[id].kind == step_kind::send || !arrivals_[id].there) return true;
  }
  return false;
}

std::vector<rank_id> execution::missing() const {
  std::vector<rank_id> members;
  const auto& steps = program_->steps();
  for (step_id id = 0; id < steps.size(); ++id) {
    const bool due = state_[id] != progress_of::over && steps[id].peer >= 0;
    const bool absent = steps[id].kind == step_kind::send ? state_[id] == progress_of::started
                                                          : !arrivals_[id].there;
    if (due && absent) members.push_back(steps[id].peer);
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

void execution::release() {
  const auto& steps = program_->steps();
  for (step_id id = 0; id < steps.size(); ++id) {
    auto& kept = arrivals_[id];
    if (steps[id].kind == step_kind::send && tokens_[id] != 0) {
      tools_.out.withdraw(tokens_[id]);
    } else if (steps[id].kind == step_kind::receive && tokens_[id] != 0) {
      const pull_token token{group_->to_world(group_->rank()), tokens_[id]};
      tools_.out.link_to(group_->to_world(steps[id].peer)).cancel_pull(token);
      tools_.pulls.remove(token);
    }
    if (kept.there && state_[id] != progress_of::over) {
      if (kept.message.is_offer())
        acknowledge(kept.message.header, frame_kind::cancelled);
      else
        tools_.out.consumed(kept.message.header.source, kept.message.header.bytes);
    }
    if (kept.there) tools_.scratch.give(std::move(kept.message.stored));
    kept = {};
  }
  for (std::size_t i = 0; i < program_->plan().windows.size(); ++i) close(windows_[i]);
  tools_.scratch.give(std::move(scratch_));
  scratch_ = {};
  ready_.clear();
  stalled_.clear();
  failure_ = {};
  bereft_ = false;
  left_ = 0;
}

}  // namespace troupe::detail
