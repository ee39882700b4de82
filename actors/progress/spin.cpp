#include <troupe/actors/progress/spin.hpp>

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

namespace troupe::detail {

namespace {

unsigned affinity_cores() {
  cpu_set_t mask;
  if (::sched_getaffinity(0, sizeof mask, &mask) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&mask)));
}

/// The quota of control group version 2, in whole cores; a large number if there is none.
unsigned quota_cores() {
  std::ifstream file{"/sys/fs/cgroup/cpu.max"};
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0) return ~0u;
  const double cores = std::atof(quota.c_str()) / period;
  return cores < 1 ? 1u : static_cast<unsigned>(std::floor(cores));
}

}  // namespace

unsigned usable_cores() {
  return std::min(affinity_cores(), quota_cores());
}

}  // namespace troupe::detail
