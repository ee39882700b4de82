#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace troupe::detail {

/// The times of a cell's iterations on a rank, and the wrong elements that it met.
/// Units: microseconds.
struct samples {
  std::vector<double> times;
  double loop_us = 0;
  std::size_t wrong = 0;
};

/// What a rank tells rank 0: its times, then its wrong elements.
std::vector<double> to_line(const samples& mine);

/// Takes in what another rank told: an iteration's time is the slowest rank's, wrong elements add
/// up. `line` holds as many times as `all`.
void merge(samples& all, std::span<const double> line);

}  // namespace troupe::detail
