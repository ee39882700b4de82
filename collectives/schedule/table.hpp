#pragma once

#include <troupe/collectives/schedule/algorithm.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/schedule.hpp>

#include <cstddef>
#include <span>

namespace troupe {

/// One way to do one collective. Every entry serves every size, count, root, and both in place and
/// not.
///
/// Which messages a schedule sends depends only on what all ranks agree on (never on `in_place`).
/// For count 0 it has no steps, except for barrier; for size 1 it is a copy, or nothing in place.
struct algorithm_entry {
  primitive kind;
  algorithm name;
  schedule (*make)(const collective_shape&);
  /// Predicted seconds until the last rank is done. Equal on all ranks.
  double (*cost)(const collective_shape&, std::size_t element_size, const link_parameters&);
  /// Each element is one fold of all contributions in rank order, whatever the count; true also
  /// where nothing is folded.
  bool rank_ordered;
};

/// All of them; cheaper to reason about first.
std::span<const algorithm_entry> algorithms();

/// Nullptr if there is none (always for `automatic`: see `select`).
const algorithm_entry* find(primitive kind, algorithm name);

}  // namespace troupe
