#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace troupe::tool {

void add_node(CLI::App&, const command_line&, int&) {}

}  // namespace troupe::tool
