#include <troupe/actors/clock.hpp>

namespace troupe {

namespace {

class monotonic final : public clock {
  time_point now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace

const clock& machine_clock() {
  static const monotonic instance;
  return instance;
}

}  // namespace troupe
