#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/deploy/launch/job.hpp>

#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// A job whose ranks are all on this machine.
struct local_job {
  rank_id ranks = 1;
  /// Processes to share them out to; one a rank if left out, one in all with the in-process link.
  std::optional<node_id> nodes{};
  std::optional<link_class> link{};  ///< the best one if left out
  std::vector<std::string> command{};
};

/// Ranks are shared out evenly, the first nodes get those that are left over. Node 0 inherits a
/// socket that listens on the loopback address already, and all nodes a key of the job's own.
///
/// Errors: `invalid_argument` for numbers that contradict each other, `resource_exhausted`.
expected<job_plan> plan(const local_job& wanted);

}  // namespace troupe
