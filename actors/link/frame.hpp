#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/ids.hpp>

#include <cstdint>
#include <type_traits>

namespace troupe {

/// What a frame asks of its receiver. Values stand on the wire and never change.
enum class frame_kind : std::uint8_t {
  eager = 1,       ///< a message with its payload
  offer = 2,       ///< a message whose payload waits in a region of the sender, to be pulled
  done = 3,        ///< answers an offer: the receiver will not touch the region again
  credit = 4,      ///< gives back `bytes` of eager credit
  mismatch = 5,    ///< members called different operations; the payload tells both
  tombstone = 6,   ///< the operation ended at the source; the payload tells why
  cancelled = 7,   ///< answers an offer: the receiver refuses it
  flush = 8,       ///< asks for `flushed`
  flushed = 9,     ///< all frames of the other side that came before `flush` are taken
  withdrawn = 10,  ///< the sender took the offer with this token back
  control = 16,    ///< for the node, not for a rank: membership and life-cycle
};

/// Bits of `frame::flags`.
enum frame_flags : std::uint8_t {
  point_to_point = 1,  ///< matched by tag in order; otherwise by operation and step
  truncates = 2,       ///< a `done` whose receiver had too little room
  leaves = 4,          ///< a `cancelled` whose receiver takes part in nothing any more
};

/// What two members of a collective must agree on, readable by whoever sees it.
struct fingerprint {
  std::uint8_t primitive = 0;
  std::uint8_t type = 0;
  std::uint8_t operation = 0;
  std::uint8_t algorithm = 0;
  std::int32_t root = -1;
  std::uint64_t count = 0;

  friend bool operator==(const fingerprint&, const fingerprint&) = default;
};

/// The header of every message between ranks, the same on every medium. Fields are little-endian;
/// `source` and `destination` are ranks of the world.
struct frame {
  frame_kind kind = frame_kind::eager;
  std::uint8_t flags = 0;
  element_type type = element_type::byte;
  std::uint8_t reserved = 0;
  epoch_id epoch = 0;
  context_id context = 0;
  std::uint64_t sequence = 0;  ///< of the collective in its context, or of the message
  rank_id source = 0;
  rank_id destination = 0;
  std::int32_t tag = 0;      ///< user tag, or the step's tag within a collective
  std::uint32_t site = 0;    ///< id of the call site, for people
  std::uint64_t bytes = 0;   ///< length of the whole message
  std::uint64_t region = 0;  ///< offer: where to pull from
  std::uint64_t token = 0;   ///< offer: the sender's handle, which `done` brings back
  fingerprint agreed{};      ///< collectives only
};

static_assert(sizeof(frame) == 80 && std::is_trivially_copyable_v<frame>);

}  // namespace troupe
