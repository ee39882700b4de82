#pragma once

#include <troupe/deploy/bench/options.hpp>
#include <troupe/deploy/bench/timing.hpp>

#include <cstddef>
#include <string>

namespace troupe {

/// One cell: an operation with so many bytes.
/// Units: microseconds; gigabytes (10^9) a second.
struct bench_row {
  std::string op{};
  std::size_t bytes = 0;
  std::size_t iterations = 0;
  detail::timing times{};  ///< of the slowest rank in each iteration
  double loop_us = 0;  ///< rank 0's wall time of the whole loop, barriers included, an iteration
  double busbw_gbs = 0;
  bool valid = false;  ///< every element of every rank was right, whenever looked at
};

namespace detail {

/// What stands beside figures, without which they mean little.
struct bench_surroundings {
  std::string troupe_version;
  std::string compiler;
  std::string flags;
  std::string caf_version;
  std::string isa;  ///< of the reduction kernels
  unsigned cores = 0;
};

bench_surroundings surroundings();

/// One line of JSON with the fields peer, op, ranks, bytes, iters, p50_us, p99_us, min_us, loop_us,
/// busbw_gbs, valid, and then what the cell was measured with.
std::string to_json(const bench_row& row, const bench_options& options,
                    const bench_surroundings& around);

/// A cell that didn't end in time, or came after one: the same first fields, and what happened.
std::string to_json_ended(const std::string& op, std::size_t bytes, const char* what,
                          const bench_options& options);

/// Everything that is the same for all rows, then the columns' names.
std::string table_header(const bench_options& options, const bench_surroundings& around);
std::string to_text(const bench_row& row);

/// For standard error when ranks have to share cores; empty otherwise.
std::string crowding_note(rank_id ranks, unsigned cores);

}  // namespace detail
}  // namespace troupe
