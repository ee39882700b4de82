#pragma once

#include <troupe/deploy/launch/capture.hpp>
#include <troupe/deploy/launch/ending.hpp>
#include <troupe/deploy/launch/guard.hpp>
#include <troupe/deploy/launch/launch.hpp>
#include <troupe/deploy/launch/signals.hpp>
#include <troupe/deploy/launch/sink.hpp>
#include <troupe/deploy/launch/start.hpp>

#include <poll.h>

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace troupe::detail {

/// Runs one job: owns its processes from their start until the last of their descendants is gone.
class supervisor {
 public:
  supervisor(job_plan job, const launch_options& options);
  int run();

 private:
  using clock = std::chrono::steady_clock;

  struct child {
    pid_t pid = -1;
    bool over = false;
    std::vector<capture*> output{};
    tcp::descriptor leash{};  // what a process that is held by its standard input hangs on
  };
  /// What happens when the time is over.
  enum class stage { none, terminate, kill };

  // supervisor.cpp
  void step();
  void check_time();
  void drain();
  void say(const std::string& text);
  int timeout() const;

  // supervisor_start.cpp
  expected<void> start_all();
  expected<void> start_one(const process_plan& plan);
  expected<tcp::descriptor> captured(const process_plan& plan, child& made, sink& to,
                                     const std::string& suffix);
  expected<tcp::descriptor> input_of(const process_plan& plan, child& made) const;

  // supervisor_ends.cpp
  void take_signals();
  void handle(int signal);
  void collect();
  void ended(std::size_t index, const ending& how);
  void ask_to_end(int signal);
  void signal_all(int signal);
  void read_leash();
  void set_time(stage next) { next_ = next, deadline_ = clock::now() + options_.grace; }

  job_plan job_;
  launch_options options_;
  guard guard_{};
  signal_source signals_{};
  std::vector<sink> sinks_;
  std::deque<capture> captures_{};
  std::vector<child> children_{};

  std::size_t running_ = 0;
  int status_ = 0;
  bool failed_ = false;
  int asked_by_ = 0;  // the first signal that asked the job to end
  bool stdin_open_ = false;
  stage next_ = stage::none;
  clock::time_point deadline_{};
};

}  // namespace troupe::detail
