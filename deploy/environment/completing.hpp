#pragma once

#include <troupe/deploy/environment/variables.hpp>
#include <troupe/deploy/world/setup.hpp>

namespace troupe::detail {

/// Takes over the TROUPE_ variables that complete any launcher's.
void read_completing(variables& vars, node_setup& setup);

}  // namespace troupe::detail
