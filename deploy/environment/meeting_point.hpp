#pragma once

#include <troupe/deploy/environment/own_address.hpp>
#include <troupe/deploy/environment/variables.hpp>
#include <troupe/deploy/world/setup.hpp>

namespace troupe::detail {

/// Works out where this node listens and where the nodes meet, as far as it is not said, and checks
/// that they can do so safely.
void choose_meeting_point(variables& vars, node_setup& setup, const address_finder& own_address);

}  // namespace troupe::detail
