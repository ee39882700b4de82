#include <troupe/transports/tcp/alarm.hpp>

#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace troupe::detail::tcp {

alarm::alarm() : timer_{::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)} {
  if (!timer_)
    throw std::system_error{errno, std::generic_category(), "cannot create a timer descriptor"};
}

void alarm::at(time_point when) {
  std::lock_guard lock{mutex_};
  if (when >= set_to_) return;
  set_to_ = when;
  const auto ns = std::max<std::int64_t>(
      1, std::chrono::nanoseconds{std::max(when, time_point{}).time_since_epoch()}.count());
  itimerspec setting{};
  setting.it_value.tv_sec = ns / 1'000'000'000;
  setting.it_value.tv_nsec = ns % 1'000'000'000;
  ::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &setting, nullptr);
}

void alarm::answer() {
  std::lock_guard lock{mutex_};
  std::uint64_t count = 0;
  // Nothing to read means that it was set anew meanwhile and will ring again.
  if (::read(timer_.get(), &count, sizeof count) == sizeof count) set_to_ = time_point::max();
}

}  // namespace troupe::detail::tcp
