#pragma once

#include <troupe/collectives/schedule/schedule.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace troupe {

/// One rank's schedule for a terminal: a line a step, with number, action, range and the steps that
/// it waits for. Ranges are in bytes of elements of `element_size`, as [first, end).
std::string to_text(const schedule& s, std::size_t element_size = 1);

/// All ranks' schedules as a Graphviz drawing: a column a rank, dashed edges within a rank for what
/// waits for what, bold edges between ranks for messages. `ranks[r]` is rank r's.
std::string to_dot(std::span<const schedule> ranks, std::size_t element_size = 1);

}  // namespace troupe
