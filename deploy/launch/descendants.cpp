#include <troupe/deploy/launch/descendants.hpp>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace troupe::detail {
namespace {

/// 0 if the process is gone.
pid_t parent_of(pid_t pid) {
  std::ifstream file{"/proc/" + std::to_string(pid) + "/stat"};
  std::string line;
  std::getline(file, line);
  // "pid (name) state parent …", and the name may hold anything.
  const auto name_end = line.rfind(") ");
  if (name_end == line.npos || name_end + 4 >= line.size()) return 0;
  pid_t parent = 0;
  std::from_chars(line.data() + name_end + 4, line.data() + line.size(), parent);
  return parent;
}

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc", ignored}) {
    const auto name = entry.path().filename().string();
    pid_t pid = 0;
    const auto end = name.data() + name.size();
    if (std::from_chars(name.data(), end, pid).ptr != end) continue;
    if (parent_of(pid) == ::getpid()) found.push_back(pid);
  }
  return found;
}

}  // namespace

void adopt_orphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void end_descendants(pid_t except) {
  for (;;) {
    bool any = false;
    for (const auto pid : children()) {
      if (pid == except) continue;
      any = true;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);  // its children are ours then, and turn up in the next round
    }
    if (!any) return;
  }
}

}  // namespace troupe::detail
