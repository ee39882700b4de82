#include <CLI/CLI.hpp>
#include <caf/config.hpp>

#include <iostream>

#include "commands.hpp"

namespace troupe::tool {

void add_version(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("version", "Prints the version, and what it was built with");
  command->callback([&status] {
    std::cout << "troupe " TROUPE_VERSION " (actor framework " << CAF_VERSION / 10000 << "."
              << CAF_VERSION / 100 % 100 << "." << CAF_VERSION % 100 << ", compiler " << __VERSION__
              << ")\n";
    status = 0;
  });
}

}  // namespace troupe::tool
