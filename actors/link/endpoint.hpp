#pragma once

#include <troupe/actors/link/inbox.hpp>
#include <troupe/actors/progress/steppable.hpp>

namespace troupe::detail {

/// Notices that a node gives its own engines, in the form of frames that no wire carries.
enum class notice : std::uint8_t {
  pulled = 128,    ///< the pull number `token` ended; `bytes` is an `access`
  writable = 129,  ///< the link to the rank `source` takes frames again
  gone = 130,      ///< the rank `source` will not come back: it left, or died
};

inline frame make_notice(notice kind, rank_id source) {
  frame result;
  result.kind = static_cast<frame_kind>(kind);
  result.source = source;
  return result;
}

/// An engine as its node and its links see it: something that takes frames.
class endpoint : public steppable {
 public:
  explicit endpoint(rank_id rank) : rank_{rank} {}

  /// Its rank in the world.
  rank_id world_rank() const { return rank_; }

  /// Where other threads leave frames for it.
  inbox& frames() { return frames_; }

  /// Tells at once whoever should know that `target` has input.
  virtual void announce(endpoint& target) = 0;

  /// Takes a frame directly. Only with the turn, after the inbox was drained.
  virtual void accept(const frame& header, std::span<const std::byte> payload) = 0;

 protected:
  ~endpoint() = default;
  inbox frames_;

 private:
  rank_id rank_;
};

}  // namespace troupe::detail
