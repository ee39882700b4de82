#pragma once

#include <troupe/actors/link/frame.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace troupe::detail {

/// Frames for one engine from every thread of its process: many writers, one reader (whoever has
/// the engine's turn). Frames of one writer stay in order. Never full: beyond the ring they are
/// kept in a list under a lock, whose length the senders' credits bound.
///
/// After D. Vyukov's bounded multi-producer queue: a slot's number says whose move it is.
class inbox {
 public:
  /// Payload that fits beside the header.
  static constexpr std::size_t inline_payload = 24;

  inbox();

  /// Any thread.
  void push(const frame& header, std::span<const std::byte> payload);

  /// Whether `drain` would find something. Any thread.
  bool has_frames() const {
    return slots_[head_.load(std::memory_order_relaxed) & mask].number.load(
               std::memory_order_seq_cst) == head_.load(std::memory_order_relaxed) + 1 ||
           overflowing_.load(std::memory_order_seq_cst);
  }

  /// Hands all frames to `take(header, payload)`, in place; true if there were any. The reader
  /// only.
  template <class Take>
  bool drain(Take take) {
    bool any = false;
    for (;;) {
      const auto head = head_.load(std::memory_order_relaxed);
      auto& next = slots_[head & mask];
      if (next.number.load(std::memory_order_acquire) == head + 1) {
        any = true;
        take(next.header, next.payload());
        next.big.reset();
        next.number.store(head + slots, std::memory_order_release);
        head_.store(head + 1, std::memory_order_relaxed);
        continue;
      }
      // A writer that has claimed the slot but not filled it comes before the overflow.
      if (!overflowing_.load(std::memory_order_acquire) ||
          tail_.load(std::memory_order_acquire) != head)
        return any;
      for (auto& each : take_overflow()) {
        any = true;
        take(each.header, each.payload);
      }
    }
  }

 private:
  static constexpr std::uint64_t slots = 256, mask = slots - 1;

  struct alignas(64) slot {
    std::atomic<std::uint64_t> number;
    frame header;
    std::array<std::byte, inline_payload> small;
    std::unique_ptr<std::byte[]> big;
    std::size_t size = 0;

    std::span<const std::byte> payload() const { return {big ? big.get() : small.data(), size}; }
  };
  struct stored {
    frame header;
    std::vector<std::byte> payload;
  };

  std::deque<stored> take_overflow();

  std::unique_ptr<slot[]> slots_;
  alignas(64) std::atomic<std::uint64_t> tail_{0};
  alignas(64) std::atomic<std::uint64_t> head_{0};
  alignas(64) std::atomic<bool> overflowing_{false};
  std::mutex overflow_mutex_;
  std::deque<stored> overflow_;
};

}  // namespace troupe::detail
