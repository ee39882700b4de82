#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/deploy/launch/launch.hpp>

#include <string>

namespace CLI {
class App;
}

namespace troupe::tool {

/// The options that all commands which start processes have.
struct launching {
  std::string grace = "5s";
  bool no_prefix = false;
  std::string output_dir{};
};

void add_launching(CLI::App& command, launching& options);

/// Starts the job, or says why it can't be. Returns the exit status.
int start(const std::string& speaker, expected<job_plan> job, const launching& written,
          bool end_with_stdin = false);

/// Says what is wrong on standard error. Returns the exit status for it.
int complain(const std::string& speaker, const error& wrong);

}  // namespace troupe::tool
