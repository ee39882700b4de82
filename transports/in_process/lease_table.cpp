#include <troupe/transports/in_process/lease_table.hpp>

#include <sched.h>

namespace troupe::detail {

namespace {

constexpr std::uint64_t one_generation = std::uint64_t{1} << 32;

class spin_guard {
 public:
  explicit spin_guard(std::atomic_flag& flag) : flag_{flag} {
    while (flag_.test_and_set(std::memory_order_acquire)) ::sched_yield();
  }
  ~spin_guard() { flag_.clear(std::memory_order_release); }
  spin_guard(const spin_guard&) = delete;
  spin_guard& operator=(const spin_guard&) = delete;

 private:
  std::atomic_flag& flag_;
};

constexpr std::uint32_t index_of(region_key key) {
  return static_cast<std::uint32_t>(key >> 32);
}
constexpr std::uint32_t generation_of(region_key key) {
  return static_cast<std::uint32_t>(key);
}

}  // namespace

region_key lease_table::expose(std::span<const std::byte> memory) {
  std::uint32_t index = 0;
  {
    const spin_guard guard{lock_};
    if (free_.empty()) {
      const auto first = static_cast<std::uint32_t>(owned_.size() * block_size);
      if (owned_.size() == most_blocks) return 0;
      owned_.push_back(std::make_unique<block>());
      blocks_[owned_.size() - 1].store(owned_.back().get(), std::memory_order_release);
      free_.reserve(owned_.size() * block_size);
      for (std::uint32_t i = block_size; i > 0; --i) free_.push_back(first + i - 1);
    }
    index = free_.back();
    free_.pop_back();
  }
  auto& mine = at(index);
  mine.memory = memory;
  const auto state = mine.state.fetch_add(one_generation, std::memory_order_acq_rel);
  return (std::uint64_t{index} << 32) | static_cast<std::uint32_t>((state >> 32) + 1);
}

lease_table::slot* lease_table::find(region_key key) {
  const auto block = index_of(key) / block_size;
  if (block >= most_blocks || blocks_[block].load(std::memory_order_acquire) == nullptr)
    return nullptr;
  return &at(index_of(key));
}

void lease_table::revoke(region_key key) {
  auto* mine = find(key);
  if (mine == nullptr || (mine->state.load() >> 32) != generation_of(key)) return;
  mine->state.fetch_add(one_generation, std::memory_order_acq_rel);
  while (static_cast<std::uint32_t>(mine->state.load(std::memory_order_acquire)) != 0)
    ::sched_yield();
  const spin_guard guard{lock_};
  free_.push_back(index_of(key));
}

bool lease_table::acquire(region_key key, std::span<const std::byte>& memory) {
  auto* theirs = find(key);
  if (theirs == nullptr) return false;
  auto state = theirs->state.load(std::memory_order_acquire);
  do {
    if ((state >> 32) != generation_of(key) || (generation_of(key) & 1) == 0) return false;
  } while (!theirs->state.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel));
  memory = theirs->memory;
  return true;
}

void lease_table::release(region_key key) {
  at(index_of(key)).state.fetch_sub(1, std::memory_order_acq_rel);
}

}  // namespace troupe::detail
