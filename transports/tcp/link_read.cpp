#include <troupe/transports/tcp/link.hpp>

#include <sys/epoll.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace troupe::detail::tcp {

namespace {

/// Bytes that one visit reads, so that one busy peer doesn't keep a poller from the others.
constexpr std::size_t read_budget = 4 * 1024 * 1024;

constexpr std::size_t read_beside_pulls = 16 * 1024;

constexpr unsigned reader_chunks = 16;

}  // namespace

void tcp_link::read_all() {
  if (!reads_.enter()) return;
  do {
    read();
  } while (!reads_.leave());
}

void tcp_link::read() {
  auto budget = read_budget;
  while (at() == phase::up || at() == phase::closing) {
    if (!receive(budget)) break;
    if (budget == 0) {
      read_later_.store(true);
      around_->timer.now();
      break;
    }
  }
  bool asked = false;
  {
    std::lock_guard lock{queue_mutex_};
    asked = !serves_.empty() || ring_.size() != 0;
  }
  if (asked && !blocked_.load()) flush(reader_chunks);
}

/// Reads once and handles what came; false if that was all that there is.
bool tcp_link::receive(std::size_t& budget) {
  // The data of a pull go to where they belong, what follows them to the decoder.
  std::span<std::byte> place;
  const auto bulk = decoder_.bulk_left();
  if (bulk != 0) place = pulls_.enter(landing_->chunk.token);
  if (!place.empty()) place = place.first(bulk);
  // While pulls are in flight only little goes through the decoder, where it must be copied.
  auto room = decoder_.room();
  if (!pulls_.none()) room = room.first(std::min(room.size(), read_beside_pulls));
  std::array<iovec, 2> into{iovec{place.data(), place.size()}, iovec{room.data(), room.size()}};
  const bool direct = !place.empty();
  const auto got = ::readv(fd_.load(), into.data() + (direct ? 0 : 1), direct ? 2 : 1);
  const int code = errno;
  const auto bytes = got > 0 ? static_cast<std::size_t>(got) : 0;
  const auto landed = std::min(bytes, place.size());
  if (direct) {
    landing_->crc = crc32c(place.first(landed), landing_->crc);
    pulls_.exit(landing_->chunk.token, landed);
    decoder_.bypass_bulk(landed);
  }
  decoder_.commit(bytes - landed);
  if (got < 0) {
    if (code == EINTR) return true;
    if (code == EAGAIN || code == EWOULDBLOCK) return false;
    go_down(lost(code), false);
    return false;
  }
  if (got == 0) {
    go_down(lost(write_error_.load()), false);
    return false;
  }
  if (!process()) return false;
  budget -= std::min(budget, bytes);
  // The kernel had no more, and announces what comes; but an end may have been announced already.
  return bytes == place.size() + room.size() || hangup_.load();
}

/// Handles what is buffered; false if the link went down.
bool tcp_link::process() {
  for (;;) {
    if (landing_) {
      const auto left = decoder_.bulk_left();
      if (left != 0) {
        const auto bytes = decoder_.take_bulk();
        landing_->crc = crc32c(bytes, landing_->crc);
        const auto place = pulls_.enter(landing_->chunk.token);
        if (!place.empty() && !bytes.empty()) std::memcpy(place.data(), bytes.data(), bytes.size());
        pulls_.exit(landing_->chunk.token, bytes.size());
      }
      if (decoder_.bulk_left() != 0) return true;
      if (!end_chunk()) return false;
    }
    const auto next = decoder_.next();
    if (std::holds_alternative<need_more>(next)) return true;
    const bool goes_on = std::visit(
        [this](const auto& what) {
          if constexpr (std::is_same_v<std::decay_t<decltype(what)>, need_more>)
            return true;
          else
            return take(what);
        },
        next);
    if (!goes_on) return false;
  }
}

bool tcp_link::end_chunk() {
  const auto [chunk, crc] = *landing_;
  landing_.reset();
  if (crc != chunk.crc) {
    break_down(errc::corrupted, "the checksum of a pull's data does not hold");
    return false;
  }
  if (!pulls_.complete(chunk.token)) return true;
  pulls_.end(chunk.token,
             [this](pull_token token) { around_->sink.pulled(token, access::granted); });
  if (starved_.exchange(false)) around_->sink.writable(peer_);
  return true;
}

bool tcp_link::take(const malformed& what) {
  break_down(what.checksum ? errc::corrupted : errc::protocol_error, std::string{what.why});
  return false;
}

bool tcp_link::take(const frame_record& what) {
  around_->sink.deliver(peer_, what.header, what.payload);
  return true;
}

bool tcp_link::take(const pull_request& what) {
  const bool readable = regions_.find(what.region, what.offset, what.length).has_value();
  bool too_many = false;
  if (readable) {
    std::lock_guard lock{queue_mutex_};
    too_many = serves_.size() == max_pulls;
    if (!too_many) serves_.push_back({.asked = what});
  } else {
    too_many = !refuse(what.token, refusal::revoked);
  }
  if (too_many) break_down(errc::protocol_error, "the peer has more pulls in flight than allowed");
  return !too_many;
}

bool tcp_link::take(const pull_data& what) {
  if (!pulls_.expects(what.token, what.offset, what.length)) {
    break_down(errc::protocol_error, "data came that no pull asked for");
    return false;
  }
  landing_ = landing{.chunk = what};
  return true;
}

bool tcp_link::take(const pull_refused& what) {
  const bool known = pulls_.end(
      what.token, [this](pull_token token) { around_->sink.pulled(token, access::revoked); });
  // A pull may have ended while its cancellation was under way.
  if (!known && what.reason != refusal::cancelled) {
    break_down(errc::protocol_error, "a refusal came that no pull asked for");
    return false;
  }
  if (starved_.exchange(false)) around_->sink.writable(peer_);
  return true;
}

bool tcp_link::take(const pull_cancel& what) {
  bool known = false;
  {
    std::lock_guard lock{queue_mutex_};
    known = std::erase_if(serves_,
                          [&](const serve& each) { return each.asked.token == what.token; }) != 0;
  }
  // One that has been served completely needs no answer: its last data are one.
  if (!known || refuse(what.token, refusal::cancelled)) return true;
  break_down(errc::protocol_error, "the peer takes no answers");
  return false;
}

bool tcp_link::take(const goodbye&) {
  go_down(error{errc::link_failed, "node " + std::to_string(peer_) + " has left"}, true);
  return false;
}

}  // namespace troupe::detail::tcp
