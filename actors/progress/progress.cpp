#include <troupe/actors/progress/progress.hpp>

#include <algorithm>

namespace troupe::detail {

namespace {

constexpr auto word(attention a) {
  return static_cast<std::uint32_t>(a);
}

/// How far one thread follows what its steps gave to other engines before it wakes their owners.
constexpr int deepest_help = 8;

}  // namespace

progress::progress(reactor& r, unsigned busy_cores)
    : reactor_{r}, budget_{busy_cores}, wakes_at_{time_point::max().time_since_epoch().count()} {}

progress::~progress() {
  stop();
}

void progress::add(medium& m) {
  media_.push_back(&m);
  memory_media_ = memory_media_ || m.kind() != link_class::tcp;
}

void progress::add(steppable& engine) {
  std::lock_guard lock{engines_mutex_};
  engines_.push_back(&engine);
}

void progress::remove(steppable& engine) {
  std::lock_guard lock{engines_mutex_};
  std::erase(engines_, &engine);
}

void progress::start() {
  thread_ = std::thread{[this] { run(); }};
}

void progress::stop() {
  if (!thread_.joinable()) return;
  stopping_.store(true, std::memory_order_seq_cst);
  reactor_.ring();
  thread_.join();
}

void progress::run() {
  while (!stopping_.load(std::memory_order_seq_cst)) {
    begin_polling();
    bool worked = poll_media() | poll_sockets();
    worked |= serve_rung();
    const auto now = std::chrono::steady_clock::now();
    worked |= expire_all(now);
    const bool quiet = end_polling();
    if (worked || !quiet) continue;
    std::optional<std::chrono::nanoseconds> timeout;
    const auto wakes = wakes_at_.load(std::memory_order_seq_cst);
    if (time_point{time_point::duration{wakes}} != time_point::max())
      timeout = time_point{time_point::duration{wakes}} - now;
    sleeps_until_.store(wakes, std::memory_order_seq_cst);
    if (rung_.load(std::memory_order_seq_cst) == nullptr &&
        wakes_at_.load(std::memory_order_seq_cst) >= wakes && !stopping_.load())
      reactor_.poll(timeout);
    sleeps_until_.store(0, std::memory_order_seq_cst);
    answer_bell(true);
  }
}

void progress::answer_bell(bool as_progress_thread) {
  // The bell wakes one thread of several that may sleep: hand on what was meant for the others.
  serve_rung();
  bool for_leader = false;
  {
    std::lock_guard lock{leader_mutex_};
    auto* waits = leader_waits_.load(std::memory_order_seq_cst);
    for_leader = waits != nullptr && waits->ready();
  }
  const bool for_progress_thread =
      !as_progress_thread &&
      (stopping_.load(std::memory_order_seq_cst) || wakes_at_.load() < sleeps_until_.load());
  if (for_leader || for_progress_thread) reactor_.ring();
}

bool progress::poll_media() {
  bool worked = false;
  for (auto* each : media_) worked |= each->poll();
  return worked;
}

bool progress::poll_sockets() {
  return reactor_.watches_sockets() && reactor_.poll(std::chrono::nanoseconds{0});
}

bool progress::end_polling() {
  if (pollers_.fetch_sub(1, std::memory_order_seq_cst) != 1) return true;
  bool quiet = true;
  for (auto* each : media_) quiet &= each->arm();
  return quiet;
}

bool progress::serve_rung() {
  auto* engine = rung_.exchange(nullptr, std::memory_order_acq_rel);
  const bool any = engine != nullptr;
  while (engine != nullptr) {
    auto* next = engine->next_rung;
    engine->listed_as_rung.store(false, std::memory_order_seq_cst);
    auto expected = word(attention::rung);
    if (engine->attention_word().compare_exchange_strong(expected, word(attention::watched))) {
      while (drive(*engine, effort::full)) continue;
      engine->attention_word().store(word(attention::nobody), std::memory_order_seq_cst);
      // If the turn is held, its holder looks at the input when it gives the turn up.
      if (engine->has_input() && !engine->get_turn().held()) notify(*engine);
    }
    engine = next;
  }
  return any;
}

bool progress::expire_all(time_point now) {
  // First forget, then look: a deadline that is set meanwhile is either seen here, or its setter
  // sees that it is earlier than what stands here.
  wakes_at_.store(time_point::max().time_since_epoch().count(), std::memory_order_seq_cst);
  std::vector<steppable*> due;
  auto earliest = time_point::max();
  {
    std::lock_guard lock{engines_mutex_};
    for (auto* each : engines_) {
      const auto when = each->next_deadline();
      if (when <= now)
        due.push_back(each);
      else
        earliest = std::min(earliest, when);
    }
    bool expired = false;
    for (auto* each : due) {
      if (each->get_turn().try_acquire()) {
        each->expire(now);
        end_turn(*each);
        earliest = std::min(earliest, each->next_deadline());
        expired = true;
      } else {
        // Its holder is at work and ends soon; nothing tells when.
        earliest = std::min(earliest, now + std::chrono::milliseconds{1});
      }
    }
    due.resize(expired ? due.size() : 0);
  }
  auto current = wakes_at_.load(std::memory_order_seq_cst);
  const auto wanted = earliest.time_since_epoch().count();
  while (wanted < current && !wakes_at_.compare_exchange_weak(current, wanted)) continue;
  return !due.empty();
}

void progress::deadline_moved(time_point when) {
  const auto wanted = when.time_since_epoch().count();
  auto current = wakes_at_.load(std::memory_order_seq_cst);
  while (wanted < current) {
    if (wakes_at_.compare_exchange_weak(current, wanted)) {
      reactor_.ring();
      return;
    }
  }
}

bool progress::drive(steppable& engine, effort limit) {
  return drive(engine, limit, 0);
}

bool progress::drive(steppable& engine, effort limit, int depth) {
  // Without input there is nothing to take the turn for; timers are the business of `expire`.
  if (!engine.has_input() || !engine.get_turn().try_acquire()) return false;
  const bool worked = engine.step(limit);
  end_turn(engine, depth);
  return worked;
}

void progress::end_turn(steppable& engine, int depth) {
  const auto touched = engine.touched();
  engine.touched().clear();
  engine.get_turn().release();
  if (engine.has_input()) notify(engine);
  for (const auto& each : touched.all()) {
    auto& target = *each.target;
    if (target.attention_word().load(std::memory_order_seq_cst) == word(attention::watched))
      continue;  // it will look by itself
    if (each.heavy || depth >= deepest_help) {
      notify(target);
    } else {
      drive(target, effort::light, depth + 1);
      if (target.has_input() && !target.get_turn().held()) notify(target);
    }
  }
}

}  // namespace troupe::detail
