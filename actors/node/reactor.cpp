#include <troupe/actors/node/reactor.hpp>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <unordered_map>

namespace troupe {

struct reactor::state {
  int epoll = -1;
  std::mutex mutex;  // guards handlers; held only for a look-up
  std::unordered_map<int, std::shared_ptr<readiness>> handlers;
  std::atomic<std::size_t> sockets{0};
};

reactor::reactor() : state_{std::make_unique<state>()} {
  state_->epoll = ::epoll_create1(EPOLL_CLOEXEC);
  bell_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (state_->epoll < 0 || bell_ < 0)
    throw std::system_error{errno, std::generic_category(), "cannot create an epoll set"};
  epoll_event event{.events = EPOLLIN | EPOLLET, .data = {.fd = bell_}};
  if (::epoll_ctl(state_->epoll, EPOLL_CTL_ADD, bell_, &event) != 0)
    throw std::system_error{errno, std::generic_category(), "cannot watch an eventfd"};
}

reactor::~reactor() {
  ::close(bell_);
  ::close(state_->epoll);
}

void reactor::watch(int fd, std::uint32_t events, std::shared_ptr<readiness> handler) {
  {
    std::lock_guard lock{state_->mutex};
    state_->handlers[fd] = std::move(handler);
  }
  epoll_event event{.events = events | EPOLLET, .data = {.fd = fd}};
  if (::epoll_ctl(state_->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
    throw std::system_error{errno, std::generic_category(), "cannot watch a descriptor"};
  state_->sockets.fetch_add(1, std::memory_order_relaxed);
}

void reactor::unwatch(int fd) {
  std::shared_ptr<readiness> last;  // destroyed outside the lock
  std::lock_guard lock{state_->mutex};
  const auto found = state_->handlers.find(fd);
  if (found == state_->handlers.end()) return;
  last = std::move(found->second);
  state_->handlers.erase(found);
  ::epoll_ctl(state_->epoll, EPOLL_CTL_DEL, fd, nullptr);
  state_->sockets.fetch_sub(1, std::memory_order_relaxed);
}

void reactor::ring() {
  const std::uint64_t one = 1;
  // Fails only when the counter is full, and then the bell is ringing already.
  [[maybe_unused]] const auto written = ::write(bell_, &one, sizeof one);
}

bool reactor::poll(std::optional<std::chrono::nanoseconds> timeout) {
  std::array<epoll_event, 16> events;
  timespec limit{};
  if (timeout) {
    const auto ns = timeout->count() > 0 ? timeout->count() : 0;
    limit.tv_sec = ns / 1'000'000'000;
    limit.tv_nsec = ns % 1'000'000'000;
  }
  const int count = ::epoll_pwait2(state_->epoll, events.data(), static_cast<int>(events.size()),
                                   timeout ? &limit : nullptr, nullptr);
  for (int i = 0; i < count; ++i) {
    const int fd = events[i].data.fd;
    if (fd == bell_) continue;
    std::shared_ptr<readiness> handler;
    {
      std::lock_guard lock{state_->mutex};
      const auto found = state_->handlers.find(fd);
      if (found != state_->handlers.end()) handler = found->second;
    }
    if (handler) handler->ready(events[i].events);
  }
  return count > 0;
}

bool reactor::watches_sockets() const {
  return state_->sockets.load(std::memory_order_relaxed) != 0;
}

}  // namespace troupe
