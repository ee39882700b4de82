#pragma once

#include "command_line.hpp"

namespace CLI {
class App;
}

// One function a subcommand: it adds itself to the application and, when it was chosen, leaves its
// exit status behind.

namespace troupe::tool {

void add_run(CLI::App& app, const command_line& line, int& status);
void add_node(CLI::App& app, const command_line& line, int& status);
void add_explain(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_version(CLI::App& app, int& status);

}  // namespace troupe::tool
