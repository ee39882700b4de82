#pragma once

#include <functional>
#include <map>
#include <string>

namespace troupe {

/// Environment variables by name.
using environment = std::map<std::string, std::string, std::less<>>;

/// Those of this process. Threads: not while another thread changes them.
environment environment_of_process();

}  // namespace troupe
