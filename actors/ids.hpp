#pragma once

#include <compare>
#include <cstdint>

namespace troupe {

/// Position of a rank in a communicator, in [0, size). Ranks of the world use the same type.
using rank_id = std::int32_t;

/// Position of a node (one process) in the world's list of nodes.
using node_id = std::int32_t;

/// Names a communicator on the wire: equal on all members, unique in the world.
using context_id = std::uint64_t;

/// Generation of a communicator's membership; grows when members are removed or added.
using epoch_id = std::uint32_t;

/// Matches any source in a receive.
inline constexpr rank_id any_source = -1;

/// Matches any user tag in a receive.
inline constexpr std::int32_t any_tag = -1;

/// Names one operation on every member of its communicator.
struct op_id {
  context_id context = 0;
  epoch_id epoch = 0;
  std::uint64_t sequence = 0;

  friend auto operator<=>(const op_id&, const op_id&) = default;
};

}  // namespace troupe
