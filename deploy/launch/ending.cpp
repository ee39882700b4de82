#include <troupe/deploy/launch/ending.hpp>

#include <cstring>

namespace troupe::detail {

int exit_status(const ending& how) {
  return how.signal != 0 ? 128 + how.signal : how.status;
}

std::string to_string(const ending& how) {
  if (how.signal == 0) return "ended with exit status " + std::to_string(how.status);
  return "was killed by signal " + std::to_string(how.signal) + " (" + name_of_signal(how.signal) +
         (how.dumped ? ", core dumped)" : ")");
}

std::string name_of_signal(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? std::string{"SIG"} + name : "signal " + std::to_string(number);
}

}  // namespace troupe::detail
