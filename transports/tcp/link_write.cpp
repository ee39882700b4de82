#include <troupe/transports/tcp/link.hpp>

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace troupe::detail::tcp {

/// Takes a record, or says that there is no room; drops it if the link is broken.
bool tcp_link::queue(std::span<const std::byte> record, std::span<const std::byte> more,
                     std::size_t reserve) {
  std::lock_guard lock{queue_mutex_};
  const auto now = at();
  if (now == phase::closing || now == phase::down) return true;
  if (now == phase::connecting || ring_.room() < record.size() + more.size() + reserve) {
    refused_ = true;
    return false;
  }
  ring_.push(record);
  ring_.push(more);
  return true;
}

void tcp_link::flush(unsigned chunks) {
  if (!writes_.enter()) return;
  bool left = false;
  do {
    left = write(chunks);
  } while (!writes_.leave());
  if (!left) return;
  write_later_.store(true);
  around_->timer.now();
}

/// True if chunks are left that this call may not write any more.
bool tcp_link::write(unsigned& chunks) {
  for (;;) {
    const auto now = at();
    if (now == phase::connecting) return false;
    if (now == phase::down) {
      chunk_.drop();
      socket_.reset();
      return false;
    }
    if (!write_chunk() || !write_ring()) return false;
    if (now == phase::closing) {
      if (at() == now && !flushed_.exchange(true)) ::shutdown(fd_.load(), SHUT_WR);
      return false;
    }
    if (chunks == 0) {
      std::lock_guard lock{queue_mutex_};
      return !serves_.empty();
    }
    if (!next_chunk()) return false;
    --chunks;
  }
}

bool tcp_link::write_chunk() {
  while (chunk_.busy())
    if (chunk_.write(fd_.load()) < 0 && stuck(errno)) return false;
  return true;
}

bool tcp_link::write_ring() {
  for (;;) {
    std::array<iovec, 2> pieces;
    {
      std::lock_guard lock{queue_mutex_};
      pieces = ring_.pending();
    }
    if (pieces[0].iov_len == 0) return true;
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = pieces[1].iov_len == 0 ? 1 : 2;
    const auto written = ::sendmsg(fd_.load(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0) {
      if (stuck(errno)) return false;
      continue;
    }
    std::lock_guard lock{queue_mutex_};
    ring_.pop(static_cast<std::size_t>(written));
    if (!refused_ || ring_.room() < ring_.capacity() / 2) continue;
    refused_ = false;
    // The sink is told by whoever polls, never from within `send`.
    has_room_.store(true);
    around_->timer.now();
  }
}

/// False if the call was only interrupted.
bool tcp_link::stuck(int code) {
  if (code == EINTR) return false;
  if (code == EAGAIN || code == EWOULDBLOCK) {
    blocked_.store(true);
    return true;
  }
  // The reader finds the end of the stream, and this reason; it alone takes the link down.
  int none = 0;
  write_error_.compare_exchange_strong(none, code);
  ::shutdown(fd_.load(), SHUT_RDWR);
  return true;
}

/// Begins a chunk of the pull whose turn it is, or refuses that pull; false if there is none.
bool tcp_link::next_chunk() {
  serve mine;
  {
    std::lock_guard lock{queue_mutex_};
    if (serves_.empty()) return false;
    next_serve_ = next_serve_ < serves_.size() ? next_serve_ : 0;
    mine = serves_[next_serve_++];
  }
  const auto length = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(chunk_size, mine.asked.length - mine.sent));
  const bool begun = chunk_.begin(regions_, mine.asked, mine.sent, length);
  bool known = false;
  {
    std::lock_guard lock{queue_mutex_};
    // The peer may have cancelled it meanwhile, which was then answered.
    const auto found = std::find_if(serves_.begin(), serves_.end(), [&](const serve& each) {
      return each.asked.token == mine.asked.token;
    });
    known = found != serves_.end();
    if (known) {
      found->sent += length;
      if (!begun || found->sent == found->asked.length) serves_.erase(found);
    }
  }
  if (!begun && known && !refuse(mine.asked.token, refusal::revoked)) return stuck(EOVERFLOW);
  return true;
}

bool tcp_link::refuse(pull_id token, refusal reason) {
  return queue(encode(pull_refused{.token = token, .reason = reason}), {}, 0);
}

}  // namespace troupe::detail::tcp
