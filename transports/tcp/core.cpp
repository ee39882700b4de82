#include <troupe/transports/tcp/core.hpp>
#include <troupe/transports/tcp/readiness_call.hpp>

#include <poll.h>
#include <sys/epoll.h>

#include <algorithm>

namespace troupe::detail::tcp {

core::core(tcp_options options, descriptor listener, frame_sink& sink, reactor& events)
    : options_{std::move(options)},
      identity_{.self = options_.self,
                .nodes = options_.nodes,
                .job = options_.job,
                .key = options_.job_key,
                .max_payload = largest_payload},
      address_{[&] {
        const auto bound = local_address(listener.get());
        return bound ? to_string(*bound) : options_.listen;
      }()},
      around_{std::make_shared<surroundings>(sink, events)},
      listener_{std::move(listener)},
      mailbox_{make_mailbox()} {}

void core::start() {
  around_->events.watch(around_->timer.fd(), EPOLLIN,
                        call_within(around_, [this](std::uint32_t) { on_timer(); }));
  std::lock_guard lock{mutex_};
  around_->events.watch(listener_.get(), EPOLLIN, call_within(around_, [this](std::uint32_t) {
                          std::lock_guard inner{mutex_};
                          accept_all();
                          set_alarm();
                        }));
  next_check_ = std::chrono::steady_clock::now() + options_.dead_after / 8;
  set_alarm();
}

bool core::knows(node_id peer) const {
  std::lock_guard lock{mutex_};
  return entries_.contains(peer);
}

std::vector<std::shared_ptr<tcp_link>> core::links() const {
  std::lock_guard lock{mutex_};
  std::vector<std::shared_ptr<tcp_link>> all;
  for (const auto& [peer, each] : entries_) all.push_back(each.to);
  return all;
}

void core::tell(const outcome& out) {
  for (const auto& each : out.made) each->resume();
  for (const auto& [link, why] : out.lost) link->give_up(why);
}

void core::on_timer() {
  around_->timer.answer();
  const auto now = std::chrono::steady_clock::now();
  outcome out;
  bool check = false;
  {
    std::lock_guard lock{mutex_};
    take_addresses();
    expire(now, out);
    if (accept_later_) accept_all();
    check = now >= next_check_;
    if (check) next_check_ = now + options_.dead_after / 8;
    set_alarm();
  }
  tell(out);
  for (const auto& each : links()) {
    each->resume();
    if (check) each->check_alive(now, options_.dead_after);
  }
}

/// Ends what took too long, and goes on with what has rested.
void core::expire(time_point now, outcome& out) {
  const auto all = greeters_;
  for (const auto& each : all)
    if (now >= each->until)
      fail(each,
           {.over = true,
            .failure = error{errc::timeout,
                             "the hello took longer than " +
                                 std::to_string(options_.hello_timeout.count()) + " ms",
                             "see whether the node answers there"}},
           out);
  for (auto& [peer, e] : entries_) {
    if (!e.dialling) continue;
    if (now >= e.dialling->give_up_at)
      end_attempt(peer, e, e.dialling->last, true, out);
    else if (now >= e.dialling->retry_at)
      try_next(peer, e, out);
  }
}

void core::set_alarm() {
  auto next = next_check_;
  for (const auto& each : greeters_) next = std::min(next, each->until);
  for (const auto& [peer, e] : entries_)
    if (e.dialling) next = std::min({next, e.dialling->give_up_at, e.dialling->retry_at});
  if (accept_later_)
    next = std::min(next, std::chrono::steady_clock::now() + std::chrono::milliseconds{100});
  around_->timer.at(next);
}

void core::close(time_point deadline) {
  {
    std::lock_guard lock{mutex_};
    if (closed_) return;
    closed_ = true;
    around_->events.unwatch(listener_.get());
    listener_.reset();
    for (const auto& each : greeters_) around_->events.unwatch(each->fd());
    greeters_.clear();
    for (auto& [peer, e] : entries_) e.dialling.reset();
  }
  const auto all = links();
  for (const auto& each : all) each->begin_close();
  // Whoever polls the reactor may be gone already, so this thread does what is left to do.
  for (;;) {
    std::vector<pollfd> waits;
    for (const auto& each : all)
      if (!each->handed_over())
        if (const int fd = each->waits_on(); fd >= 0)
          waits.push_back(
              {.fd = fd,
               .events = static_cast<short>(each->blocked() ? POLLIN | POLLOUT : POLLIN),
               .revents = 0});
    const auto left = deadline - std::chrono::steady_clock::now();
    if (waits.empty() || left <= left.zero()) break;
    // No event tells that the peer's machine has acknowledged all, so look again soon.
    ::poll(waits.data(), waits.size(), left < std::chrono::milliseconds{2} ? 1 : 2);
    for (const auto& each : all) each->ready(EPOLLOUT);
  }
  around_->events.unwatch(around_->timer.fd());
  around_->calls.shut();
  for (const auto& each : all) each->finish_close();
  resolver_.close(deadline);
  std::lock_guard lock{mutex_};
  entries_.clear();
}

}  // namespace troupe::detail::tcp
