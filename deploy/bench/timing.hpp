#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace troupe::detail {

/// What is told of the times of a cell's iterations.
/// Units: microseconds.
struct timing {
  double p50 = 0, p99 = 0, min = 0;
};

/// Of at least one time, in any order. p50 is the upper median; p99 the element nearest to 0.99 of
/// the way from the first to the last of the sorted.
timing timing_of(std::vector<double> times);

/// How often a cell runs when one iteration takes `one_us`, its barrier included: for `budget_ms`
/// in all, 5 to 2000 times.
std::size_t iterations_for(double budget_ms, double one_us);

}  // namespace troupe::detail
