#include <troupe/deploy/launch/start.hpp>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace troupe::detail {
namespace {

// What an outer launcher said about this process isn't true of its children.
constexpr std::array seat{"TROUPE_JOB",        "TROUPE_NODE",   "TROUPE_NODES",
                          "TROUPE_FIRST_RANK", "TROUPE_RANKS",  "TROUPE_LOCAL_RANKS",
                          "TROUPE_NAME",       "TROUPE_LISTEN", "TROUPE_LISTEN_FD",
                          "TROUPE_SEED",       "TROUPE_KEY",    "TROUPE_KEY_FILE"};

void put_in_place(const streams& io) {
  // Copies first, for one of them may be where another has to go.
  const int in = ::fcntl(io.in, F_DUPFD_CLOEXEC, 10);
  const int out = ::fcntl(io.out, F_DUPFD_CLOEXEC, 10);
  const int err = ::fcntl(io.err, F_DUPFD_CLOEXEC, 10);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
}

/// Those that were ignored when the launcher was started stay so, as after nohup.
void usual_signals() {
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void change_environment(const process_plan& plan) {
  for (const auto* name : seat) ::unsetenv(name);
  for (const auto& [name, value] : plan.variables) ::setenv(name.c_str(), value.c_str(), 1);
}

/// In the child. Returns the errno of what failed.
int become(const process_plan& plan, const streams& io, pid_t launcher) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the launcher died before that, nobody will tell.
  if (::getppid() != launcher) return ECHILD;
  put_in_place(io);
  usual_signals();
  for (const int fd : plan.inherited) ::fcntl(fd, F_SETFD, 0);
  change_environment(plan);
  std::vector<char*> arguments;
  for (const auto& each : plan.command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments.front(), arguments.data());
  return errno;
}

error not_started(const process_plan& plan, int number) {
  const auto& program = plan.command.front();
  const bool path = program.find('/') != program.npos;
  error_details details{.system_errno = number, .what = "cannot start '" + program + "'"};
  if (number == ENOENT && !path) {
    details.system_errno = 0;
    details.what += ": no directory of PATH has such a program";
    details.advice = "write ./" + program + " if it is in this directory";
  } else if (number == ENOENT) {
    details.advice = "check the path, and the interpreter that a script names in its first line";
  } else if (number == EACCES) {
    details.advice = "check that it is a program and may be executed: chmod +x " + program;
  } else {
    details.what += std::string{": "} + std::strerror(number);
  }
  return {errc::config_error, std::move(details)};
}

error no_room(const process_plan& plan) {
  return {errc::resource_exhausted,
          {.system_errno = errno,
           .what = "there is no room for the process of " + plan.name,
           .advice = "start fewer, or raise the limits: ulimit -u, ulimit -n"}};
}

}  // namespace

expected<pid_t> start(const process_plan& plan, const streams& io) {
  std::array<int, 2> report{};
  if (::pipe2(report.data(), O_CLOEXEC) != 0) return no_room(plan);
  const pid_t launcher = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int failed = become(plan, io, launcher);
    if (::write(report[1], &failed, sizeof failed) < 0) ::_exit(126);
    ::_exit(127);
  }
  ::close(report[1]);
  const tcp::descriptor reading{report[0]};
  if (pid < 0) return no_room(plan);
  ::setpgid(pid, pid);
  int failed = 0;
  ssize_t got = 0;
  do {
    got = ::read(reading.get(), &failed, sizeof failed);  // ends when the program begins
  } while (got < 0 && errno == EINTR);
  if (got == sizeof failed) return not_started(plan, failed);
  return pid;
}

int exit_status_of(const error& not_started) {
  const bool missing =
      not_started.details().system_errno == ENOENT ||
      (not_started == errc::config_error && not_started.details().system_errno == 0);
  return missing ? 127 : 126;
}

}  // namespace troupe::detail
