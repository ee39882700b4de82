#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/deploy/launch/job.hpp>

#include <sys/types.h>

namespace troupe::detail {

/// Where a process reads and writes: descriptors of the launcher.
struct streams {
  int in = 0, out = 1, err = 2;
};

/// Starts a process as the leader of a group of its own, with all signals as usual. It is killed
/// when the launcher dies.
///
/// Errors: `config_error` if there is no such program or it can't be executed, with the errno; what
/// `exit_status_of` makes of it is a shell's 127 or 126. `resource_exhausted` if the machine has no
/// room for another process.
expected<pid_t> start(const process_plan& plan, const streams& io);

int exit_status_of(const error& not_started);

}  // namespace troupe::detail
