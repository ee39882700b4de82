#include <troupe/deploy/environment/duration.hpp>
#include <troupe/deploy/launch/supervisor.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace troupe::detail {

void supervisor::take_signals() {
  while (const auto signal = signals_.next()) handle(*signal);
}

void supervisor::handle(int signal) {
  switch (signal) {
    case SIGCHLD:
      collect();
      break;
    case SIGINT:
    case SIGTERM:
      if (asked_by_ != 0) {
        signal_all(SIGKILL);
        break;
      }
      [[fallthrough]];
    case SIGHUP:
    case SIGQUIT:
      ask_to_end(signal);
      break;
    case SIGTSTP:
      signal_all(signal);
      ::kill(::getpid(), SIGSTOP);
      break;
    default:
      signal_all(signal);
  }
}

void supervisor::ask_to_end(int signal) {
  if (asked_by_ == 0) asked_by_ = signal;
  if (job_.processes.size() > 1)
    say("passed " + name_of_signal(signal) + " on to all processes; they are killed " +
        print_duration(options_.grace) + " from now, or by another SIGINT");
  signal_all(signal);
  set_time(stage::kill);
}

void supervisor::signal_all(int signal) {
  for (const auto& each : children_) {
    if (!each.over) ::kill(-each.pid, signal);
  }
}

void supervisor::read_leash() {
  std::array<char, 4096> ignored;
  if (::read(STDIN_FILENO, ignored.data(), ignored.size()) > 0) return;
  stdin_open_ = false;
  ask_to_end(SIGTERM);
}

void supervisor::collect() {
  struct found {
    std::size_t index;
    ending how;
  };
  std::vector<found> all;
  for (std::size_t i = 0; i < children_.size(); ++i) {
    siginfo_t info{};
    if (children_[i].over) continue;
    // Stays a zombie, which keeps its number, and so that of its group, from being used again.
    if (::waitid(P_PID, static_cast<id_t>(children_[i].pid), &info, WEXITED | WNOHANG | WNOWAIT) !=
            0 ||
        info.si_pid == 0)
      continue;
    if (info.si_code == CLD_EXITED)
      all.push_back({i, {.status = info.si_status}});
    else
      all.push_back({i, {.signal = info.si_status, .dumped = info.si_code == CLD_DUMPED}});
  }
  // When several ended since the last look, one that was killed rather pulled down the others.
  std::stable_sort(all.begin(), all.end(), [](const found& a, const found& b) {
    return (a.how.signal != 0) > (b.how.signal != 0);
  });
  for (const auto& each : all) ended(each.index, each.how);

  // Orphans that ended, as long as no zombie of ours stands before them.
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
    const bool ours = info.si_pid == guard_.pid() ||
                      std::any_of(children_.begin(), children_.end(),
                                  [&](const child& c) { return c.pid == info.si_pid; });
    if (ours) return;
    ::waitpid(info.si_pid, nullptr, 0);
  }
}

void supervisor::ended(std::size_t index, const ending& how) {
  auto& it = children_[index];
  it.over = true;
  --running_;
  // Its last words go before what is said about it.
  for (auto* each : it.output) each->read_all(false);
  if (!how.failed()) return;
  if (!failed_) status_ = exit_status(how);
  const bool expected_end = asked_by_ != 0 || (how.signal == SIGPIPE && sinks_.front().broken());
  if (!failed_ && !expected_end) {
    say(job_.processes[index].name + " " + to_string(how) +
        (running_ == 0
             ? ""
             : "; the others have " + print_duration(options_.grace) + " to end by themselves"));
    set_time(stage::terminate);
  }
  failed_ = true;
}

}  // namespace troupe::detail
