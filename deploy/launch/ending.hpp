#pragma once

#include <string>

namespace troupe::detail {

/// How a process ended.
struct ending {
  int status = 0;  ///< what it returned, if it wasn't killed
  int signal = 0;  ///< what killed it, or 0
  bool dumped = false;

  bool failed() const { return status != 0 || signal != 0; }
};

/// As a shell reports it: the status, or 128 and the signal.
int exit_status(const ending& how);

/// "ended with exit status 3", "was killed by signal 11 (SIGSEGV)".
std::string to_string(const ending& how);

/// "SIGSEGV"; "signal 34" if it has no name.
std::string name_of_signal(int number);

}  // namespace troupe::detail
