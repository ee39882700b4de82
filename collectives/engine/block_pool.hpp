#pragma once

#include <troupe/actors/memory.hpp>

#include <array>
#include <bit>
#include <vector>

namespace troupe::detail {

/// Scratch memory for reuse, in sizes of powers of two. Blocks up to a limit are kept; larger ones
/// go back to their source. Only with the engine's turn.
class block_pool {
 public:
  explicit block_pool(memory_source& source) : source_{source} {}

  /// At least `bytes` bytes; throws std::bad_alloc if there are none.
  buffer take(std::size_t bytes);
  void give(buffer block);

 private:
  static constexpr std::size_t smallest = 8;  // 256 bytes
  static constexpr std::size_t largest = 22;  // 4 MiB
  static constexpr std::size_t kept = 16;     // of each size

  memory_source& source_;
  std::array<std::vector<buffer>, largest + 1> free_;
};

}  // namespace troupe::detail
