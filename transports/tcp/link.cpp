#include <troupe/transports/tcp/link.hpp>

#include <sys/epoll.h>

#include <algorithm>

namespace troupe::detail::tcp {

namespace {

/// Chunks that one call may write on behalf of the peer: a sender's, and a poller's.
constexpr unsigned sender_chunks = 1, poller_chunks = 16;

}  // namespace

tcp_link::tcp_link(std::shared_ptr<surroundings> around, node_id peer, std::size_t send_buffer)
    : around_{std::move(around)},
      peer_{peer},
      traits_{.medium = link_class::tcp, .max_payload = largest_payload, .views = false},
      ring_{std::max(send_buffer, 2 * largest_payload)} {}

bool tcp_link::send(const frame& header, std::span<const std::byte> payload) {
  if (at() == phase::closing || at() == phase::down) return true;
  if (!queue(encode_frame(header, payload), payload, control_reserve)) return false;
  if (!blocked_.load()) flush(sender_chunks);
  return true;
}

void tcp_link::revoke(region_key region) {
  if (regions_.revoke(region)) chunk_.keep(region);
}

access tcp_link::pull(region_key region, std::size_t offset, std::span<std::byte> destination,
                      pull_token token) {
  if (at() == phase::closing || at() == phase::down) return access::failed;
  auto id = pulls_.open(token, destination);
  if (!id) {
    starved_.store(true);
    id = pulls_.open(token, destination);  // all may have ended before the word was left
    if (!id) return access::busy;
  }
  const pull_request request{
      .region = region, .offset = offset, .length = destination.size(), .token = *id};
  if (!queue(encode(request), {}, control_reserve))
    return pulls_.withdraw(*id) ? access::busy : access::pending;
  if (!blocked_.load()) flush(sender_chunks);
  // Whoever took the link down has ended this pull, or came too early to see it.
  if (at() == phase::down && pulls_.withdraw(*id)) return access::failed;
  return access::pending;
}

void tcp_link::cancel_pull(pull_token token) {
  const auto id = pulls_.cancel(token);
  if (!id || at() != phase::up) return;
  queue(encode(pull_cancel{.token = *id}), {}, 0);
  if (!blocked_.load()) flush(sender_chunks);
}

void tcp_link::ready(std::uint32_t events) {
  const gate::pass inside{around_->calls};
  if (!inside) return;
  if ((events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) hangup_.store(true);
  if ((events & EPOLLOUT) != 0) {
    // Even if nobody is blocked yet: a writer that just met EAGAIN has to learn of this edge.
    blocked_.store(false);
    flush(poller_chunks);
  }
  if ((events & ~std::uint32_t{EPOLLOUT}) != 0) read_all();
  told_of_room();
}

void tcp_link::resume() {
  if (write_later_.exchange(false)) flush(poller_chunks);
  if (read_later_.exchange(false)) read_all();
  told_of_room();
}

void tcp_link::told_of_room() {
  if (has_room_.exchange(false) && at() == phase::up) around_->sink.writable(peer_);
}

}  // namespace troupe::detail::tcp
