#include <troupe/deploy/launch/signals.hpp>

#include <sys/signalfd.h>
#include <unistd.h>

namespace troupe::detail {
namespace {

bool ignored(int number) {
  struct sigaction now {};
  return ::sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

signal_source::signal_source() {
  std::signal(SIGPIPE, SIG_IGN);
  // Inherited as ignored, it would take the verdicts of children with it.
  std::signal(SIGCHLD, SIG_DFL);
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int number :
       {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT}) {
    if (!ignored(number)) ::sigaddset(&wanted, number);
  }
  ::sigprocmask(SIG_BLOCK, &wanted, &before_);
  source_ = tcp::descriptor{::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK)};
}

signal_source::~signal_source() {
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> signal_source::next() {
  signalfd_siginfo info{};
  if (::read(source_.get(), &info, sizeof info) != sizeof info) return {};
  return static_cast<int>(info.ssi_signo);
}

}  // namespace troupe::detail
