#include <troupe/actors/progress/futex.hpp>
#include <troupe/actors/progress/progress.hpp>

#include <sched.h>

#include <algorithm>

namespace troupe::detail {

namespace {

constexpr auto word(attention a) {
  return static_cast<std::uint32_t>(a);
}

/// Becomes the engine's watcher, unless somebody else is.
bool begin_watching(steppable& engine) {
  auto& attention_now = engine.attention_word();
  for (const auto from : {attention::nobody, attention::rung}) {
    auto expected = word(from);
    if (attention_now.compare_exchange_strong(expected, word(attention::watched))) return true;
  }
  return false;
}

/// Takes the watch back after a sleep in state `slept`; false if somebody else has it now.
bool resume_watching(steppable& engine, attention slept) {
  auto expected = word(slept);
  if (engine.attention_word().compare_exchange_strong(expected, word(attention::watched)))
    return true;
  // A futex sleeper is woken by a notifier that has set the word to "watched" on its behalf.
  if (slept == attention::on_futex && expected == word(attention::watched)) return true;
  return begin_watching(engine);
}

std::optional<time_point> earlier(std::optional<time_point> limit, time_point deadline) {
  if (deadline == time_point::max()) return limit;
  return limit ? std::min(*limit, deadline) : deadline;
}

}  // namespace

void progress::wait(steppable& mine, state_base& result, std::optional<time_point> until) {
  bool first = true;
  while (!result.ready()) {
    if (until && !first && std::chrono::steady_clock::now() >= *until) return;
    first = false;
    if (!spin(mine, result, until)) sleep(mine, result, until);
  }
}

bool progress::spin(steppable& mine, state_base& result, std::optional<time_point> until) {
  bool watching = begin_watching(mine);
  begin_polling();
  // With scarce cores a few yields let the peers run that this thread waits for.
  const std::uint32_t rounds = budget_.scarce() ? 3 : budget_.rounds();
  bool over = false;
  for (std::uint32_t idle = 0; idle <= rounds; ++idle) {
    if (result.ready()) {
      over = true;
      budget_.paid();
      break;
    }
    if (!watching) watching = begin_watching(mine);
    bool worked = drive(mine, effort::full) | poll_media();
    // A look at the sockets is a system call: where memory brings the data it can wait.
    if (!worked && (!memory_media_ || idle % 16 == 15) && poll_sockets()) {
      answer_bell(false);
      worked = true;
    }
    if (worked) {
      idle = 0;
      continue;
    }
    if (idle % 64 == 63 || budget_.scarce()) {
      const auto now = std::chrono::steady_clock::now();
      if (now >= mine.next_deadline()) expire_all(now);
      if (until && now >= *until) break;
    }
    if (budget_.scarce() || idle % 16 == 15)
      ::sched_yield();
    else
      relax();
  }
  if (!over) budget_.wasted();
  if (!end_polling()) reactor_.ring();
  if (watching) {
    mine.attention_word().store(word(attention::nobody), std::memory_order_seq_cst);
    if (over && mine.has_input()) notify(mine);
  }
  return over;
}

void progress::sleep(steppable& mine, state_base& result, std::optional<time_point> until) {
  const auto limit = earlier(until, mine.next_deadline());
  if (!media_.empty() && !leader_.exchange(true)) {
    sleep_in_reactor(mine, result, limit);
    leader_.store(false);
  } else if (begin_watching(mine)) {
    auto& attention_now = mine.attention_word();
    attention_now.store(word(attention::on_futex), std::memory_order_seq_cst);
    if (!mine.has_input() && result.announce_driver_sleep())
      futex_wait(attention_now, word(attention::on_futex), limit);
    if (resume_watching(mine, attention::on_futex))
      attention_now.store(word(attention::nobody), std::memory_order_seq_cst);
    if (mine.has_input()) drive(mine, effort::full);
  } else {
    result.park(limit);
  }
  const auto due = mine.next_deadline();
  if (due != time_point::max()) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= due) expire_all(now);
  }
}

void progress::sleep_in_reactor(steppable& mine, state_base& result,
                                std::optional<time_point> limit) {
  const bool watching = begin_watching(mine);
  if (watching) mine.attention_word().store(word(attention::in_reactor), std::memory_order_seq_cst);
  {
    std::lock_guard lock{leader_mutex_};
    leader_waits_.store(&result, std::memory_order_seq_cst);
  }
  begin_polling();
  const bool quiet = end_polling();
  if (quiet && !mine.has_input() && result.announce_driver_sleep()) {
    std::optional<std::chrono::nanoseconds> timeout;
    if (limit)
      timeout = std::max<std::chrono::nanoseconds>(*limit - std::chrono::steady_clock::now(),
                                                   std::chrono::nanoseconds{0});
    reactor_.poll(timeout);
  }
  {
    std::lock_guard lock{leader_mutex_};
    leader_waits_.store(nullptr, std::memory_order_seq_cst);
  }
  if (watching && resume_watching(mine, attention::in_reactor))
    mine.attention_word().store(word(attention::nobody), std::memory_order_seq_cst);
  if (!quiet) poll_media();
  answer_bell(false);
  drive(mine, effort::full);
}

void progress::wake(steppable& mine) {
  auto& attention_now = mine.attention_word();
  auto expected = word(attention::on_futex);
  if (attention_now.compare_exchange_strong(expected, word(attention::watched)))
    futex_wake_one(attention_now);
  if (leader_.load(std::memory_order_seq_cst)) reactor_.ring();
}

void progress::notify(steppable& engine) {
  auto& attention_now = engine.attention_word();
  auto seen = attention_now.load(std::memory_order_seq_cst);
  for (;;) {
    const auto who = static_cast<attention>(seen);
    if (who == attention::watched || who == attention::rung) return;
    const auto next = who == attention::on_futex ? attention::watched : attention::rung;
    if (!attention_now.compare_exchange_weak(seen, word(next))) continue;
    if (who == attention::on_futex) {
      futex_wake_one(attention_now);
      return;
    }
    if (!engine.listed_as_rung.exchange(true, std::memory_order_seq_cst)) {
      auto* head = rung_.load(std::memory_order_relaxed);
      do {
        engine.next_rung = head;
      } while (!rung_.compare_exchange_weak(head, &engine, std::memory_order_acq_rel));
    }
    reactor_.ring();
    return;
  }
}

}  // namespace troupe::detail
