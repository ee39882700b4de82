#include <troupe/transports/tcp/core.hpp>
#include <troupe/transports/tcp/readiness_call.hpp>

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace troupe::detail::tcp {

/// Takes connections as far as allowed; the others wait in the kernel.
void core::accept_all() {
  accept_later_ = false;
  while (!closed_ && unproven_ < options_.max_unproven) {
    descriptor socket{::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (!socket) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      // Out of descriptors or memory: those that wait cause no new event.
      accept_later_ = errno != EAGAIN && errno != EWOULDBLOCK;
      return;
    }
    ++unproven_;
    watch(std::make_shared<greeter>(std::move(socket), identity_,
                                    std::chrono::steady_clock::now() + options_.hello_timeout));
  }
}

void core::watch(const std::shared_ptr<greeter>& g) {
  greeters_.push_back(g);
  around_->events.watch(g->fd(), EPOLLIN | EPOLLOUT | EPOLLRDHUP,
                        call_within(around_, [this, weak = std::weak_ptr{g}](std::uint32_t) {
                          outcome out;
                          {
                            std::lock_guard lock{mutex_};
                            if (const auto mine = weak.lock()) advance(mine, out);
                            set_alarm();
                          }
                          tell(out);
                        }));
}

void core::forget(const std::shared_ptr<greeter>& g) {
  const auto found = std::find(greeters_.begin(), greeters_.end(), g);
  if (found == greeters_.end()) return;
  greeters_.erase(found);
  around_->events.unwatch(g->fd());
  if (!g->dialled()) return;
  if (unproven_-- < options_.max_unproven) return;
  // Those that wait in the kernel cause no new event; whoever polls next takes them.
  accept_later_ = true;
  around_->timer.now();
}

void core::advance(const std::shared_ptr<greeter>& g, outcome& out) {
  if (std::find(greeters_.begin(), greeters_.end(), g) == greeters_.end()) return;
  const auto step = g->advance();
  if (step.failure)
    fail(g, step, out);
  else if (step.over)
    adopt(g->peer, g, out);
  else if (g->asks())
    decide(g, out);
}

void core::fail(const std::shared_ptr<greeter>& g, const hello_step& how, outcome& out) {
  forget(g);
  if (g->dialled()) return;
  const auto known = entries_.find(g->peer);
  if (known == entries_.end() || !known->second.dialling || known->second.dialling->attempt != g)
    return;
  end_attempt(g->peer, known->second, how.failure, how.hopeless, out);
}

/// Both ends judge alike, so that they keep the same connection: the lower id's own attempt goes
/// first once the other end may have seen it.
answer core::judge(node_id dialler) const {
  const auto known = entries_.find(dialler);
  if (known == entries_.end()) return answer::welcome;
  const auto& e = known->second;
  if (e.to->at() == tcp_link::phase::down) return answer::gone;
  if (e.to->at() != tcp_link::phase::connecting) return answer::duplicate;
  const bool own_under_way = e.dialling && e.dialling->attempt && e.dialling->attempt->speaks();
  return own_under_way && options_.self < dialler ? answer::duplicate : answer::welcome;
}

void core::decide(const std::shared_ptr<greeter>& g, outcome& out) {
  const auto word = judge(g->dialler());
  const bool sent = g->decide(word);
  if (word == answer::welcome && sent)
    adopt(g->dialler(), g, out);
  else
    forget(g);
}

void core::adopt(node_id peer, const std::shared_ptr<greeter>& g, outcome& out) {
  forget(g);
  const auto made = link_of(peer);
  auto& e = entries_.at(peer);
  if (e.dialling && e.dialling->attempt && e.dialling->attempt != g) forget(e.dialling->attempt);
  e.dialling.reset();
  tune(g->fd(), options_.dead_after);
  made->attach(g->take_socket());
  out.made.push_back(made);
}

}  // namespace troupe::detail::tcp
