#pragma once

#include <troupe/deploy/launch/job.hpp>
#include <troupe/deploy/world/setup.hpp>

#include <string>

namespace troupe::detail {

/// The names of a node's process. `given` is the node's name in a cluster file, if there is one.
process_plan node_process(const node_setup& setup, const std::string& given);

}  // namespace troupe::detail
