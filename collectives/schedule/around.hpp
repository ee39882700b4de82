#pragma once

#include <troupe/actors/ids.hpp>

#include <cstdint>

namespace troupe::schedules {

/// The rank `steps` places after `rank` (before it, if negative), around the end.
constexpr rank_id around(rank_id rank, std::int64_t steps, rank_id size) {
  const std::int64_t at = (rank + steps) % size;
  return static_cast<rank_id>(at < 0 ? at + size : at);
}

}  // namespace troupe::schedules
