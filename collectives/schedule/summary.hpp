#pragma once

#include <troupe/collectives/schedule/table.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace troupe {

/// What one rank does in a collective.
/// Units: bytes. Folded are the bytes of all sources of a fold but one.
struct rank_work {
  std::size_t messages_sent = 0, messages_received = 0;
  std::size_t bytes_sent = 0, bytes_received = 0, bytes_viewed = 0;  // viewed are received, too
  std::size_t bytes_folded = 0, bytes_copied = 0;
  std::size_t scratch = 0;
  std::size_t steps = 0;

  friend bool operator==(const rank_work&, const rank_work&) = default;
};

/// What a collective costs, counted from its schedules.
struct plan_summary {
  std::vector<rank_work> ranks;
  std::size_t rounds = 0;  ///< messages on the longest path, one waiting for the other
  double seconds = 0;      ///< predicted
};

/// Counts in the schedules of all ranks; `ranks[r]` is rank r's. Leaves `seconds` zero.
plan_summary summarize(std::span<const schedule> ranks, std::size_t element_size);

/// Makes all ranks' schedules (`shape.rank` is ignored, all ranks are as `shape.in_place` says) and
/// counts. Cost: the memory of n schedules at once.
plan_summary explain(const algorithm_entry& entry, collective_shape shape, std::size_t element_size,
                     const link_parameters& link);

/// A table for a terminal. Ranks that do the same share a line.
std::string to_text(const plan_summary& summary);

}  // namespace troupe
