#include <troupe/transports/tcp/outgoing_chunk.hpp>

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cstring>

namespace troupe::detail::tcp {

bool outgoing_chunk::begin(const regions& from, const pull_request& asked, std::uint64_t sent,
                           std::uint32_t length) {
  std::lock_guard lock{mutex_};
  // Before the look-up: whoever revokes either hides the region from it or sees this key.
  key_.store(asked.region);
  const auto whole = from.find(asked.region, asked.offset, asked.length);
  if (!whole || sent > whole->size() || length > whole->size() - sent) {
    forget();
    return false;
  }
  data_left_ = whole->subspan(sent, length);
  head_ = encode(
      pull_data{.token = asked.token, .offset = sent, .length = length, .crc = crc32c(data_left_)});
  head_left_ = head_;
  busy_ = true;
  return true;
}

ssize_t outgoing_chunk::write(int fd) {
  std::lock_guard lock{mutex_};
  std::array<iovec, 2> pieces{iovec{const_cast<std::byte*>(head_left_.data()), head_left_.size()},
                              iovec{const_cast<std::byte*>(data_left_.data()), data_left_.size()}};
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  const auto written = ::sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (written < 0) return written;
  const auto of_head = std::min(static_cast<std::size_t>(written), head_left_.size());
  head_left_ = head_left_.subspan(of_head);
  data_left_ = data_left_.subspan(static_cast<std::size_t>(written) - of_head);
  if (head_left_.empty() && data_left_.empty()) forget();
  return written;
}

void outgoing_chunk::keep(region_key key) {
  if (key == 0 || key_.load() != key) return;
  std::lock_guard lock{mutex_};
  if (key_.load() != key) return;
  if (!data_left_.empty()) {
    if (!kept_) kept_ = std::make_unique_for_overwrite<std::byte[]>(chunk_size);
    std::memcpy(kept_.get(), data_left_.data(), data_left_.size());
    data_left_ = {kept_.get(), data_left_.size()};
  }
  key_.store(0);
}

void outgoing_chunk::drop() {
  std::lock_guard lock{mutex_};
  forget();
}

void outgoing_chunk::forget() {
  busy_ = false;
  head_left_ = data_left_ = {};
  key_.store(0);
}

}  // namespace troupe::detail::tcp
