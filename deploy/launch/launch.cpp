#include <troupe/deploy/launch/launch.hpp>
#include <troupe/deploy/launch/supervisor.hpp>

namespace troupe {

int launch(job_plan job, const launch_options& options) {
  return detail::supervisor{std::move(job), options}.run();
}

}  // namespace troupe
