#pragma once

#include <troupe/actors/link/link.hpp>
#include <troupe/transports/tcp/wire.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace troupe::detail::tcp {

/// Names a pull on the wire; never 0.
using pull_id = std::uint64_t;

/// The pulls that this end asked for and that have not ended. While the reader is inside of a
/// destination, or tells of the end of a pull, `cancel` waits for it: that is one non-blocking read
/// or one call of the sink.
///
/// Threads: every member is thread-safe; those of the second group belong to the reader.
class pulls {
 public:
  /// Nothing if as many as allowed are in flight.
  std::optional<pull_id> open(pull_token token, std::span<std::byte> destination);

  /// Takes back a pull that the peer was not asked for. False if it has ended meanwhile.
  bool withdraw(pull_id id);

  /// When it returns, the destination is not written any more and nobody is told of the pull. Gives
  /// the id if the peer is still sending, which must then be told; what it sends is skipped.
  std::optional<pull_id> cancel(pull_token token);

  /// Whether the peer may send bytes [offset, offset + length) of this pull now.
  bool expects(pull_id id, std::uint64_t offset, std::uint64_t length) const;

  /// Where they go: empty if the pull was cancelled. `exit` must follow.
  std::span<std::byte> enter(pull_id id);
  void exit(pull_id id, std::size_t written);

  bool complete(pull_id id) const;

  /// Ends a pull. False if the id is none of ours. `told` is called unless it was cancelled.
  template <class Told>
  bool end(pull_id id, Told told) {
    bool wanted = false;
    const auto token = begin_end(id, wanted);
    if (!token) return false;
    if (wanted) told(*token);
    drop(id);
    return true;
  }

  bool none() const { return in_flight_.load(std::memory_order_relaxed) == 0; }

  /// Those that have not ended.
  std::vector<pull_id> all() const;

 private:
  enum class phase : std::uint8_t { idle, open, writing, telling, cancelled };
  struct slot {
    pull_token token{};
    std::span<std::byte> destination{};
    std::size_t done = 0;
    std::uint32_t generation = 0;
    phase at = phase::idle;
    bool cancel = false;  // while writing
    std::thread::id teller{};
  };

  static pull_id name(std::uint32_t index, const slot& s) {
    return (std::uint64_t{s.generation} << 32) | index;
  }
  slot* find(pull_id id);
  const slot* find(pull_id id) const { return const_cast<pulls*>(this)->find(id); }
  std::optional<pull_token> begin_end(pull_id id, bool& wanted);
  void drop(pull_id id);

  void free_slot(pull_id id, slot& s);

  mutable std::mutex mutex_;
  std::atomic<std::size_t> in_flight_{0};
  std::vector<slot> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace troupe::detail::tcp
