#include <troupe/deploy/launch/guard.hpp>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <vector>

namespace troupe::detail {
namespace {

constexpr pid_t dismissal = 0;

[[noreturn]] void keep_watch(int line) {
  ::setsid();
  ::prctl(PR_SET_NAME, "troupe-guard");
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  // Whoever reads what the launcher writes must see its end when the launcher is gone.
  ::dup2(line, STDIN_FILENO);
  ::close_range(STDOUT_FILENO, ~0U, 0);
  std::vector<pid_t> groups;
  for (;;) {
    pid_t group = 0;
    const auto got = ::read(STDIN_FILENO, &group, sizeof group);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof group) break;
    if (group == dismissal) ::_exit(0);
    groups.push_back(group);
  }
  for (const auto group : groups) ::kill(-group, SIGKILL);
  ::_exit(0);
}

}  // namespace

guard::guard() {
  std::array<int, 2> line{};
  if (::pipe2(line.data(), O_CLOEXEC) != 0) return;
  pid_ = ::fork();
  if (pid_ == 0) {
    ::close(line[1]);
    keep_watch(line[0]);
  }
  ::close(line[0]);
  line_ = tcp::descriptor{line[1]};
}

guard::~guard() {
  watch(dismissal);
  if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
}

void guard::watch(pid_t group) {
  // A guard that somebody killed only costs the protection that it gave.
  if (line_ && ::write(line_.get(), &group, sizeof group) < 0) line_.reset();
}

}  // namespace troupe::detail
