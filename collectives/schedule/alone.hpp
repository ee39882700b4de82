#pragma once

#include <troupe/collectives/schedule/builder.hpp>

namespace troupe::schedules {

/// Every collective of one rank: the output is the input.
inline schedule alone(const collective_shape& shape) {
  schedule_builder b{shape};
  b.copy(output_at(0), input_at(0), shape.count);
  return std::move(b).take();
}

}  // namespace troupe::schedules
