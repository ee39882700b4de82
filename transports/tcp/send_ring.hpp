#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace troupe::detail::tcp {

/// Bytes on their way to the kernel, first in, first out.
///
/// Threads: one at a time, except that what `pending` shows stays as it is until `pop`, whatever is
/// pushed meanwhile.
class send_ring {
 public:
  explicit send_ring(std::size_t capacity)
      : mask_{std::bit_ceil(capacity) - 1},
        bytes_{std::make_unique_for_overwrite<std::byte[]>(mask_ + 1)} {}

  std::size_t capacity() const { return mask_ + 1; }
  std::size_t size() const { return static_cast<std::size_t>(tail_ - head_); }
  std::size_t room() const { return capacity() - size(); }

  /// `bytes.size()` <= `room()`.
  void push(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    const auto at = static_cast<std::size_t>(tail_) & mask_;
    const auto first = std::min(bytes.size(), capacity() - at);
    std::memcpy(bytes_.get() + at, bytes.data(), first);
    if (first < bytes.size()) std::memcpy(bytes_.get(), bytes.data() + first, bytes.size() - first);
    tail_ += bytes.size();
  }

  /// All bytes, in at most two pieces; the second may be empty.
  std::array<iovec, 2> pending() const {
    const auto at = static_cast<std::size_t>(head_) & mask_;
    const auto first = std::min(size(), capacity() - at);
    return {iovec{bytes_.get() + at, first}, iovec{bytes_.get(), size() - first}};
  }

  void pop(std::size_t bytes) { head_ += bytes; }
  void clear() { head_ = tail_; }

 private:
  std::size_t mask_;
  std::unique_ptr<std::byte[]> bytes_;
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;
};

}  // namespace troupe::detail::tcp
