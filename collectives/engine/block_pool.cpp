#include <troupe/collectives/engine/block_pool.hpp>

#include <algorithm>
#include <new>

namespace troupe::detail {

buffer block_pool::take(std::size_t bytes) {
  const auto order =
      std::max<std::size_t>(smallest, std::bit_width(std::max<std::size_t>(bytes, 1) - 1));
  if (order <= largest && !free_[order].empty()) {
    auto block = std::move(free_[order].back());
    free_[order].pop_back();
    return block;
  }
  const auto size = order <= largest ? std::size_t{1} << order : bytes;
  auto block = source_.allocate(size);
  if (!block) block = host_memory().allocate(size);
  if (!block) throw std::bad_alloc{};
  return block;
}

void block_pool::give(buffer block) {
  if (!block || !std::has_single_bit(block.size())) return;
  const auto order = static_cast<std::size_t>(std::bit_width(block.size()) - 1);
  if (order < smallest || order > largest || free_[order].size() == kept) return;
  if (free_[order].capacity() == 0) free_[order].reserve(kept);
  free_[order].push_back(std::move(block));
}

}  // namespace troupe::detail
