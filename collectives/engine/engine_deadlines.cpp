// The engine's ends: deadlines, cancelling, draining, closing.

#include <troupe/collectives/engine/engine.hpp>

#include <algorithm>

namespace troupe::detail {

void engine::note_deadline(const std::optional<time_point>& deadline) {
  if (!deadline || *deadline >= next_deadline()) return;
  set_next_deadline(*deadline);
  around_.turns.deadline_moved(*deadline);
}

void engine::refresh_deadline() {
  auto earliest = transfers_.next_deadline();
  for (const auto& [id, where] : groups_)
    for (const auto* running : where->running)
      if (running->what().deadline) earliest = std::min(earliest, *running->what().deadline);
  for (const auto& each : timers_) earliest = std::min(earliest, each.when);
  set_next_deadline(earliest);
}

void engine::expire(time_point now) {
  take_submissions();
  take_frames();
  run_ready(effort::full);
  transfers_.expire(now);
  for (auto& [id, where] : groups_) {
    const auto all = where->running;
    for (auto* running : all) {
      const auto deadline = running->what().deadline;
      if (!deadline || *deadline > now) continue;
      error_details details;
      details.peers = running->missing();
      details.what = "the deadline passed while waiting for";
      abort(*running, {errc::timeout, std::move(details)}, true);
    }
  }
  std::vector<timer> due;
  const auto later = std::partition(timers_.begin(), timers_.end(),
                                    [&](const timer& each) { return each.when > now; });
  std::move(later, timers_.end(), std::back_inserter(due));
  timers_.erase(later, timers_.end());
  for (auto& each : due) around_.body.post(*each.work);
  refresh_deadline();
  check_drained();
}

void engine::at(time_point when, continuation& work, state_base& result) {
  enter_for_sure();
  result.retain();
  timers_.push_back({when, &work, state_ptr<state_base>{&result}});
  note_deadline(when);
  leave();
}

void engine::cancel(state_base& result) {
  enter_for_sure();
  take_submissions();
  take_frames();
  run_ready(effort::full);
  const error why{errc::cancelled, "the caller cancelled it"};
  if (drained_ != nullptr && drained_ == &result) {
    auto* waiting = std::exchange(drained_, nullptr);
    waiting->fail(why);
    waiting->release();
  }
  if (!result.ready() && !transfers_.abort(result, why)) {
    for (auto& [id, where] : groups_) {
      const auto found =
          std::find_if(where->running.begin(), where->running.end(),
                       [&](const auto* each) { return &each->what().sink->base() == &result; });
      if (found == where->running.end()) continue;
      abort(**found, why, true);
      break;
    }
  }
  run_ready(effort::full);
  leave();
}

void engine::check_drained() {
  if (drained_ == nullptr || !out_.idle()) return;
  auto* waiting = std::exchange(drained_, nullptr);
  waiting->succeed();
  waiting->release();
}

state_ptr<state<void>> engine::drained() {
  state_ptr<state<void>> over{new state<void>{this, &around_.body}};
  enter_for_sure();
  over->retain();
  drained_ = over.get();
  out_.ask_for_flush();
  step(effort::full);
  leave();
  return over;
}

void engine::close(const error& why) {
  enter_for_sure();
  take_submissions();
  if (!closed_) closed_ = why;
  is_closed_.store(true, std::memory_order_release);
  transfers_.abort_all(why);
  for (auto& [id, where] : groups_) {
    const auto all = where->running;
    for (auto* running : all) abort(*running, why, true);
    transfers_.drop_unexpected(*where);
    for (auto& each : where->early) {
      reject(each.header, frame_flags::leaves);
      scratch_.give(std::move(each.stored));
    }
    where->early.clear();
  }
  for (auto& each : timers_) around_.body.post(*each.work);
  timers_.clear();
  refresh_deadline();
  check_drained();
  leave();
}

}  // namespace troupe::detail
