#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/collectives/schedule/schedule.hpp>

#include <cstdint>
#include <string_view>

namespace troupe {

/// How a collective is done. Values stand in fingerprints and never change.
enum class algorithm : std::uint8_t {
  automatic = 0,           ///< the cheapest by the link's cost model
  binomial = 1,            ///< a tree of depth log2 n
  recursive_doubling = 2,  ///< pairs, then pairs of pairs …, whole buffers
  ring = 3,                ///< blocks travel around; least bytes, most rounds
  flat = 4,                ///< everything in one hop
  direct = 5,              ///< each rank folds its block of all inputs, then blocks are exchanged
  dissemination = 6,       ///< barrier: signals at distances 1, 2, 4 …
  bruck = 7,               ///< all_gather: blocks from distances 1, 2, 4 …
  rabenseifner = 8,        ///< recursive halving, then recursive doubling
  scatter_all_gather = 9,  ///< broadcast: blocks to all, then around the ring
};

/// "ring", "recursive_doubling" …; "unknown" for a value outside the list.
std::string_view to_string(algorithm name);

/// Errors: `invalid_argument` for a name not in the list; the advice lists the names.
expected<algorithm> algorithm_from_string(std::string_view name);

/// "all_reduce", "broadcast" …; "unknown" for a value outside the list.
std::string_view to_string(primitive kind);

/// Errors: `invalid_argument` for a name not in the list; the advice lists the names.
expected<primitive> primitive_from_string(std::string_view name);

}  // namespace troupe
