#pragma once

#include <troupe/actors/link/link.hpp>

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace troupe::detail {

/// Memory that ranks of one process show each other, with a count of who is reading it right now,
/// so that taking it back can wait for the readers. Slots are reused under a new generation: an old
/// key never reaches new memory.
class lease_table {
 public:
  region_key expose(std::span<const std::byte> memory);

  /// Waits, spinning, for the readers that are inside; each reads one chunk at most.
  void revoke(region_key key);

  /// Enters as a reader; false if the region was taken back.
  bool acquire(region_key key, std::span<const std::byte>& memory);
  void release(region_key key);

 private:
  struct alignas(64) slot {
    std::atomic<std::uint64_t> state{0};  // generation << 32 | readers; odd generations are exposed
    std::span<const std::byte> memory;
  };
  static constexpr std::size_t block_size = 256;
  static constexpr std::size_t most_blocks = 4096;
  using block = std::array<slot, block_size>;

  slot& at(std::uint32_t index) {
    return (*blocks_[index / block_size].load(std::memory_order_acquire))[index % block_size];
  }
  slot* find(region_key key);

  std::array<std::atomic<block*>, most_blocks> blocks_{};
  std::vector<std::unique_ptr<block>> owned_;
  std::vector<std::uint32_t> free_;
  std::atomic_flag lock_;  // guards owned_ and free_: a few instructions each time
};

}  // namespace troupe::detail
