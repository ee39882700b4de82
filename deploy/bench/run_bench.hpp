#pragma once

#include <troupe/deploy/bench/options.hpp>

#include <iosfwd>

namespace troupe {

/// The whole of `troupe bench`: starts the ranks, measures, and prints rows to `out` as they come,
/// notes and errors to `err`.
///
/// Returns the exit status: 0 if every row is valid; 1 if one isn't, or a call failed; 2 for wrong
/// options. A cell that takes longer than its limit ends the process with status 3.
int run_bench(const bench_words& written, std::ostream& out, std::ostream& err);

}  // namespace troupe
