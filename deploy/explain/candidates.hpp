#pragma once

#include <troupe/collectives/schedule/table.hpp>
#include <troupe/deploy/explain/options.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace troupe::detail {

/// An algorithm that could serve, and its predicted time.
struct candidate {
  const algorithm_entry* entry = nullptr;
  double seconds = 0;
  bool allowed = true;  ///< folds in rank order, or need not
};

/// The shape that ranks hand to an algorithm for such a call, not in place where that is possible.
collective_shape shape_of(const explain_options& options);

/// Whether only folds in rank order may serve: asked for, or because an average of this type can't
/// be taken in parts.
bool needs_rank_order(const explain_options& options);

/// All algorithms for the collective; quickest first, and among equals the table's order.
std::vector<candidate> candidates(const explain_options& options);

/// Algorithm, time, how much slower than the best, and what speaks against it: a line each.
std::string to_text(const std::vector<candidate>& all, algorithm chosen);

}  // namespace troupe::detail
