#pragma once

#include <string>
#include <vector>

namespace troupe::tool {

/// What was written after the tool's name, cut at the first "--": the tool's own words before it,
/// the program to start and its arguments after it.
struct command_line {
  std::vector<std::string> words{};
  std::vector<std::string> program{};
};

command_line cut(int argc, char** argv);

/// Exit status for a command line that makes no sense.
inline constexpr int wrong_usage = 2;

}  // namespace troupe::tool
