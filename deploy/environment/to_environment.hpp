#pragma once

#include <troupe/deploy/environment/environment.hpp>
#include <troupe/deploy/world/setup.hpp>

#include <string>

namespace troupe {

/// The variables from which `setup_from_environment` makes the same setup. The key stays out of
/// them: `key_file` tells where it is, unless empty.
environment to_environment(const node_setup& setup, const std::string& key_file);

}  // namespace troupe
