#include <troupe/actors/link/inbox.hpp>

namespace troupe::detail {

inbox::inbox() : slots_{std::make_unique<slot[]>(slots)} {
  for (std::uint64_t i = 0; i < slots; ++i) slots_[i].number.store(i, std::memory_order_relaxed);
}

void inbox::push(const frame& header, std::span<const std::byte> payload) {
  auto position = tail_.load(std::memory_order_relaxed);
  while (!overflowing_.load(std::memory_order_acquire)) {
    auto& mine = slots_[position & mask];
    const auto number = mine.number.load(std::memory_order_acquire);
    if (number == position) {
      if (!tail_.compare_exchange_weak(position, position + 1, std::memory_order_acq_rel)) continue;
      mine.header = header;
      mine.size = payload.size();
      if (payload.size() > inline_payload)
        mine.big = std::make_unique_for_overwrite<std::byte[]>(payload.size());
      if (!payload.empty())
        std::memcpy(mine.big ? mine.big.get() : mine.small.data(), payload.data(), payload.size());
      mine.number.store(position + 1, std::memory_order_seq_cst);
      return;
    }
    if (number < position) break;  // full
    position = tail_.load(std::memory_order_relaxed);
  }
  std::lock_guard lock{overflow_mutex_};
  overflow_.push_back({header, {payload.begin(), payload.end()}});
  overflowing_.store(true, std::memory_order_seq_cst);
}

std::deque<inbox::stored> inbox::take_overflow() {
  std::deque<stored> taken;
  std::lock_guard lock{overflow_mutex_};
  taken.swap(overflow_);
  overflowing_.store(false, std::memory_order_release);
  return taken;
}

}  // namespace troupe::detail
