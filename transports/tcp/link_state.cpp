#include <troupe/transports/tcp/link.hpp>

#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace troupe::detail::tcp {

void tcp_link::attach(descriptor socket) {
  socket_ = std::move(socket);
  fd_.store(socket_.get());
  around_->events.watch(socket_.get(), EPOLLIN | EPOLLOUT | EPOLLRDHUP, shared_from_this());
  read_later_.store(true);  // an edge may come before the phase changes
  has_room_.store(true);
  auto before = phase::connecting;
  if (phase_.compare_exchange_strong(before, phase::up)) return;
  around_->events.unwatch(socket_.get());  // given up at the same time
  socket_.reset();
}

void tcp_link::give_up(const error& why) {
  auto before = phase::connecting;
  if (phase_.compare_exchange_strong(before, phase::down)) around_->sink.down(peer_, why, false);
}

/// Only with the read turn, or after the gate was shut.
void tcp_link::go_down(const error& why, bool orderly) {
  phase before;
  {
    std::lock_guard lock{queue_mutex_};
    before = phase_.exchange(phase::down);
    if (before == phase::down) return;
    serves_.clear();
  }
  if (const auto fd = fd_.load(); fd >= 0) {
    around_->events.unwatch(fd);
    ::shutdown(fd, SHUT_RDWR);
  }
  flush(0);
  for (const auto id : pulls_.all())
    pulls_.end(id, [this](pull_token token) { around_->sink.pulled(token, access::failed); });
  // Who closes the link itself needs no telling.
  if (before == phase::up) around_->sink.down(peer_, why, orderly);
}

error tcp_link::lost(int code) const {
  error_details details;
  details.operation = "connection";
  details.system_errno = code;
  details.what = "the connection to node " + std::to_string(peer_) + " ended without a goodbye";
  details.advice = "see whether that node died, or the network between";
  return error{errc::link_failed, std::move(details)};
}

void tcp_link::break_down(errc code, const std::string& what) {
  go_down(error{code, "from node " + std::to_string(peer_) + ": " + what,
                "run the same build of this library on all nodes; if it is the same, suspect the "
                "network or memory hardware"},
          false);
}

void tcp_link::check_alive(time_point now, std::chrono::milliseconds dead_after) {
  if (at() != phase::up || !reads_.enter()) return;
  do {
    if (at() != phase::up) continue;
    tcp_info info{};
    socklen_t size = sizeof info;
    const bool silent = ::getsockopt(fd_.load(), IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
                        (info.tcpi_retransmits != 0 || info.tcpi_probes > 1);
    if (!silent) {
      unanswered_since_ = time_point::max();
    } else if (unanswered_since_ == time_point::max()) {
      unanswered_since_ = now;
    } else if (now - unanswered_since_ >= dead_after / 2) {
      go_down(error{errc::link_failed,
                    "the machine of node " + std::to_string(peer_) +
                        " has acknowledged nothing for about " +
                        std::to_string(dead_after.count()) + " ms",
                    "see whether that machine or the network to it is down"},
              false);
    }
    // A reader may have come by meanwhile.
    read();
  } while (!reads_.leave());
}

void tcp_link::begin_close() {
  {
    std::lock_guard lock{queue_mutex_};
    if (at() != phase::up) return;
    // Before the phase changes: a writer that sees the change finds the goodbye.
    ring_.push(encode(goodbye{}));
    phase_.store(phase::closing);
  }
  flush(0);
}

bool tcp_link::handed_over() {
  if (at() != phase::closing) return true;
  if (!flushed_.load() || !reads_.enter()) return false;
  int unacknowledged = 0;
  do {
    read();
    if (at() != phase::closing || ::ioctl(fd_.load(), SIOCOUTQ, &unacknowledged) != 0)
      unacknowledged = 0;
  } while (!reads_.leave());
  return unacknowledged == 0;
}

void tcp_link::finish_close() {
  {
    std::lock_guard lock{queue_mutex_};
    if (at() == phase::up) phase_.store(phase::closing);
  }
  go_down(error{errc::cancelled, "the link was closed"}, false);
}

}  // namespace troupe::detail::tcp
