#include <troupe/deploy/bench/timing.hpp>

#include <algorithm>

namespace troupe::detail {

timing timing_of(std::vector<double> times) {
  if (times.empty()) return {};
  std::sort(times.begin(), times.end());
  const auto last = static_cast<double>(times.size() - 1);
  return {times[times.size() / 2], times[static_cast<std::size_t>(last * 0.99 + 0.5)],
          times.front()};
}

std::size_t iterations_for(double budget_ms, double one_us) {
  const double wanted = budget_ms * 1e3 / std::max(one_us, 0.1);
  return static_cast<std::size_t>(std::clamp(wanted, 5.0, 2000.0));
}

}  // namespace troupe::detail
