#pragma once

#include <troupe/deploy/explain/options.hpp>

#include <string>

namespace troupe {

/// What the library would do for a collective, and why: the algorithms by predicted time, the
/// chosen one's work on each rank, and its steps; or, with `dot`, a Graphviz drawing of the steps
/// and messages.
///
/// Errors: `invalid_argument` for options that contradict each other.
/// Cost: the schedules of all ranks are in memory at once.
expected<std::string> explain(const explain_options& options);

}  // namespace troupe
