#pragma once

#include <chrono>

namespace troupe {

/// Where time comes from: the machine's in production, virtual in the simulation.
class clock {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  virtual time_point now() const = 0;

 protected:
  ~clock() = default;
};

/// The machine's monotonic clock. Lives for ever.
const clock& machine_clock();

}  // namespace troupe
