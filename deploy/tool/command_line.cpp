#include "command_line.hpp"

#include <algorithm>

namespace troupe::tool {

command_line cut(int argc, char** argv) {
  const std::vector<std::string> all(argv + std::min(argc, 1), argv + argc);
  const auto dashes = std::find(all.begin(), all.end(), "--");
  command_line line{.words = {all.begin(), dashes}};
  if (dashes != all.end()) line.program.assign(dashes + 1, all.end());
  return line;
}

}  // namespace troupe::tool
