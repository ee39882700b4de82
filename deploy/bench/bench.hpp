#pragma once

#include <troupe/collectives/communicator.hpp>
#include <troupe/deploy/bench/options.hpp>
#include <troupe/deploy/bench/row.hpp>

#include <cstddef>
#include <functional>
#include <span>

namespace troupe {

/// Who wants to know how a measurement goes. Called on rank 0 alone, by its thread.
struct bench_listener {
  /// The first of `sizes` is measured now, the others of this operation afterwards.
  std::function<void(const bench_subject&, std::span<const std::size_t> sizes)> begins;
  std::function<void(const bench_row&)> ends;
};

/// Measures all cells. Every rank of `world` calls it with equal options.
///
/// A cell: one validated call; three calls with their barriers to set the number of iterations; a
/// tenth as many to warm up; then iterations of a barrier (for send one before the first) and the
/// timed call, whose time is the slowest rank's; at last another validated call. With `touch` each
/// rank rewrites its input and output before each barrier, so that nothing is still in its place
/// from the call before: that time is in loop_us, but not in p50, p99 and min.
///
/// Errors: throws `exception` with that of the first call that fails.
void bench_rank(communicator world, const bench_options& options, const bench_listener& listener);

}  // namespace troupe
