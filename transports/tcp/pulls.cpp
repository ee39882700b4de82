#include <troupe/transports/tcp/pulls.hpp>

#include <sched.h>

namespace troupe::detail::tcp {

std::optional<pull_id> pulls::open(pull_token token, std::span<std::byte> destination) {
  std::lock_guard lock{mutex_};
  if (free_.empty()) {
    if (slots_.size() == max_pulls) return {};
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const auto index = free_.back();
  free_.pop_back();
  auto& s = slots_[index];
  const auto generation = s.generation + 1 != 0 ? s.generation + 1 : 1;
  s = slot{.token = token, .destination = destination, .generation = generation, .at = phase::open};
  in_flight_.fetch_add(1, std::memory_order_relaxed);
  return name(index, s);
}

pulls::slot* pulls::find(pull_id id) {
  const auto index = static_cast<std::uint32_t>(id);
  if (index >= slots_.size() || slots_[index].at == phase::idle) return nullptr;
  return slots_[index].generation == id >> 32 ? &slots_[index] : nullptr;
}

void pulls::free_slot(pull_id id, slot& s) {
  s.at = phase::idle;
  free_.push_back(static_cast<std::uint32_t>(id));
  in_flight_.fetch_sub(1, std::memory_order_relaxed);
}

bool pulls::withdraw(pull_id id) {
  std::lock_guard lock{mutex_};
  auto* s = find(id);
  if (s == nullptr || s->at != phase::open) return false;
  free_slot(id, *s);
  return true;
}

void pulls::drop(pull_id id) {
  std::lock_guard lock{mutex_};
  auto* s = find(id);
  if (s == nullptr) return;
  free_slot(id, *s);
}

std::optional<pull_id> pulls::cancel(pull_token token) {
  std::unique_lock lock{mutex_};
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    const auto matches = [&] {
      const auto& s = slots_[i];
      return s.at != phase::idle && s.at != phase::cancelled && s.token.rank == token.rank &&
             s.token.number == token.number;
    };
    if (!matches()) continue;
    const auto id = name(i, slots_[i]);
    if (slots_[i].at == phase::open) {
      slots_[i].at = phase::cancelled;
      return id;
    }
    const bool own_call =
        slots_[i].at == phase::telling && slots_[i].teller == std::this_thread::get_id();
    if (own_call) return {};
    const bool was_writing = slots_[i].at == phase::writing;
    slots_[i].cancel = true;
    const auto busy = [&] {
      const auto* s = find(id);
      return s != nullptr && (s->at == phase::writing || s->at == phase::telling);
    };
    while (busy()) {
      lock.unlock();
      ::sched_yield();
      lock.lock();
    }
    if (was_writing && find(id) != nullptr) return id;
    return {};
  }
  return {};
}

bool pulls::expects(pull_id id, std::uint64_t offset, std::uint64_t length) const {
  std::lock_guard lock{mutex_};
  const auto* s = find(id);
  return s != nullptr && offset == s->done && length <= s->destination.size() - s->done;
}

std::span<std::byte> pulls::enter(pull_id id) {
  std::lock_guard lock{mutex_};
  auto* s = find(id);
  if (s == nullptr || s->at != phase::open) return {};
  s->at = phase::writing;
  return s->destination.subspan(s->done);
}

void pulls::exit(pull_id id, std::size_t written) {
  std::lock_guard lock{mutex_};
  auto* s = find(id);
  if (s == nullptr) return;
  s->done += written;
  if (s->at == phase::writing) s->at = s->cancel ? phase::cancelled : phase::open;
}

bool pulls::complete(pull_id id) const {
  std::lock_guard lock{mutex_};
  const auto* s = find(id);
  return s != nullptr && s->done == s->destination.size();
}

std::optional<pull_token> pulls::begin_end(pull_id id, bool& wanted) {
  std::lock_guard lock{mutex_};
  auto* s = find(id);
  if (s == nullptr) return {};
  wanted = s->at == phase::open;
  if (wanted) {
    s->at = phase::telling;
    s->teller = std::this_thread::get_id();
  }
  return s->token;
}

std::vector<pull_id> pulls::all() const {
  std::lock_guard lock{mutex_};
  std::vector<pull_id> ids;
  for (std::uint32_t i = 0; i < slots_.size(); ++i)
    if (slots_[i].at != phase::idle) ids.push_back(name(i, slots_[i]));
  return ids;
}

}  // namespace troupe::detail::tcp
