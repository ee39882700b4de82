#pragma once

#include <sys/types.h>

namespace troupe::detail {

/// From now on processes whose parents ended become children of this one.
void adopt_orphans();

/// Kills and reaps all children of this process, but `except`, and their children, until none is
/// left. Also those that left their group or session.
void end_descendants(pid_t except);

}  // namespace troupe::detail
