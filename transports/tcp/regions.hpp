#pragma once

#include <troupe/actors/link/link.hpp>

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace troupe::detail::tcp {

/// Memory that the peer may ask for. Slots are reused under a new generation, so an old key never
/// reaches new memory.
///
/// Threads: every member is thread-safe.
class regions {
 public:
  region_key expose(std::span<const std::byte> memory);

  /// False if it was not exposed.
  bool revoke(region_key key);

  /// Nothing if the region isn't exposed or doesn't hold those bytes, whatever the numbers.
  std::optional<std::span<const std::byte>> find(region_key key, std::uint64_t offset,
                                                 std::uint64_t length) const;

 private:
  struct slot {
    std::span<const std::byte> memory{};
    std::uint32_t generation = 0;  // odd while exposed
  };
  static constexpr std::uint32_t index_of(region_key key) {
    return static_cast<std::uint32_t>(key);
  }
  static constexpr std::uint32_t generation_of(region_key key) {
    return static_cast<std::uint32_t>(key >> 32);
  }
  bool exposed(region_key key) const {
    return index_of(key) < slots_.size() && (generation_of(key) & 1) != 0 &&
           slots_[index_of(key)].generation == generation_of(key);
  }

  mutable std::mutex mutex_;
  std::vector<slot> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace troupe::detail::tcp
