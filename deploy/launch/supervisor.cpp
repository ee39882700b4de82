#include <troupe/deploy/explain/words.hpp>
#include <troupe/deploy/launch/descendants.hpp>
#include <troupe/deploy/launch/supervisor.hpp>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace troupe::detail {
namespace {

std::vector<sink> standard_sinks() {
  std::vector<sink> sinks{sink{STDOUT_FILENO}};
  // Lines of both streams stay whole on one terminal only if they go through one queue.
  if (!sink::same(STDOUT_FILENO, STDERR_FILENO)) sinks.emplace_back(STDERR_FILENO);
  return sinks;
}

}  // namespace

supervisor::supervisor(job_plan job, const launch_options& options)
    : job_{std::move(job)},
      options_{options},
      sinks_{standard_sinks()},
      stdin_open_{options.end_with_stdin} {}

int supervisor::run() {
  adopt_orphans();
  if (const auto started = start_all(); !started) {
    say(sentence(started.error()));
    signal_all(SIGKILL);
    status_ = exit_status_of(started.error());
    running_ = 0;
  }
  while (running_ > 0) step();
  // The leaders are reaped last of their groups, so that the groups' numbers stay theirs.
  for (const auto& each : children_) ::kill(-each.pid, SIGKILL);
  end_descendants(guard_.pid());
  drain();
  return status_;
}

void supervisor::step() {
  std::vector<pollfd> set;
  set.push_back({signals_.fd(), POLLIN, 0});
  set.push_back({stdin_open_ ? STDIN_FILENO : -1, POLLIN, 0});
  for (const auto& each : sinks_) set.push_back({each.empty() ? -1 : each.fd(), POLLOUT, 0});
  for (const auto& each : captures_) set.push_back({each.wanted(), POLLIN, 0});
  if (::poll(set.data(), set.size(), timeout()) < 0 && errno != EINTR) return;
  auto ready = set.begin() + 2;
  for (auto& each : sinks_) {
    if ((ready++)->revents != 0) each.write_some();
  }
  for (auto& each : captures_) {
    if ((ready++)->revents != 0) each.read_some();
  }
  if (set[1].revents != 0) read_leash();
  if (set[0].revents != 0) take_signals();
  check_time();
}

int supervisor::timeout() const {
  if (next_ == stage::none) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

void supervisor::check_time() {
  if (next_ == stage::none || clock::now() < deadline_ || running_ == 0) return;
  const auto others = std::to_string(running_) + (running_ == 1 ? " process" : " processes");
  if (next_ == stage::terminate) {
    say("ending " + others + " that went on");
    signal_all(SIGTERM);
    set_time(stage::kill);
  } else {
    say("killing " + others + " that did not end when asked to");
    signal_all(SIGKILL);
    next_ = stage::none;
  }
}

void supervisor::drain() {
  for (auto& each : captures_) each.read_all(true);
  for (auto& each : sinks_) {
    while (!each.empty()) {
      pollfd set[] = {{each.fd(), POLLOUT, 0}, {signals_.fd(), POLLIN, 0}};
      if (::poll(set, 2, -1) < 0 && errno != EINTR) return;
      if (set[0].revents != 0) each.write_some();
      if (set[1].revents == 0) continue;
      while (const auto signal = signals_.next()) {
        if (*signal == SIGINT || *signal == SIGTERM || *signal == SIGHUP) return;
      }
    }
  }
}

void supervisor::say(const std::string& text) {
  sinks_.back().add(options_.speaker + ": " + text + "\n");
}

}  // namespace troupe::detail
