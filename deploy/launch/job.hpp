#pragma once

#include <troupe/deploy/environment/environment.hpp>
#include <troupe/transports/tcp/descriptor.hpp>

#include <string>
#include <vector>

namespace troupe {

/// A process that a launcher is to start.
struct process_plan {
  std::string name{};                  ///< in sentences: "node 2 (rank 2)"
  std::string label{};                 ///< before its lines: "rank 2"
  std::string file_name{};             ///< for its output: "node-2"
  std::vector<std::string> command{};  ///< the program, looked for in PATH, and its arguments
  environment variables{};             ///< on top of the launcher's own
  std::vector<int> inherited{};        ///< descriptors that it gets under the same number
  bool held_by_stdin = false;          ///< gets a pipe that ends with the launcher; see `ssh`
};

/// The processes that a launcher starts together.
struct job_plan {
  std::vector<process_plan> processes{};
  /// What the processes inherit. The launcher closes it once they run.
  std::vector<detail::tcp::descriptor> inheritance{};
};

}  // namespace troupe
