#pragma once

#include <troupe/deploy/launch/job.hpp>

#include <chrono>
#include <string>

namespace troupe {

struct launch_options {
  std::string speaker = "troupe run";  ///< begins what the launcher itself says
  /// How long processes may take to end by themselves after one failed, or after a signal asked
  /// them to; then SIGTERM, in the first case, and SIGKILL follow, each after as long again.
  std::chrono::milliseconds grace{5000};
  bool prefix = true;           ///< before each line, whose it is
  std::string output_dir{};     ///< also writes each process's output to files there; none if empty
  bool end_with_stdin = false;  ///< end the job when standard input ends
};

/// Starts all processes of a job, passes on their output and the signals that come, and waits for
/// all. It takes over the whole process: signals, orphans, standard streams; so it is for programs
/// that do nothing else, and have one thread.
///
/// Output: of several processes in whole lines; of one as it is, without anything in between. The
/// first process gets standard input unless that is a terminal, the others an empty one.
/// Signals: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP and SIGCONT go to all
/// processes; a second SIGINT or SIGTERM kills them.
/// Ends: whatever the processes started ends with them, even if the launcher itself is killed; then
/// only a process that left its group may survive.
///
/// Returns 0, or as a shell would for the first process that failed: its status, 128 and the number
/// of the signal that killed it, 127 if there is no such program, 126 if it can't be executed. What
/// went wrong is said on standard error.
int launch(job_plan job, const launch_options& options);

}  // namespace troupe
