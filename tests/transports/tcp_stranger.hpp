#pragma once

#include <troupe/transports/tcp/conversation.hpp>
#include <troupe/transports/tcp/socket.hpp>
#include <troupe/transports/tcp/wire.hpp>

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string>
#include <vector>

namespace troupe::tcp_tests {

/// A bare connection to a node's port, that sends what a test likes.
class stranger {
 public:
  explicit stranger(const std::string& address) {
    const auto split = detail::tcp::split_address(address);
    REQUIRE(split);
    const auto found = detail::tcp::resolve(*split, true);
    REQUIRE(found);
    socket_ = detail::tcp::descriptor{
        ::socket(found->front().storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    REQUIRE(::connect(socket_.get(), found->front().get(), found->front().size) == 0);
    ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
  }

  /// What the kernel doesn't take is dropped.
  void write(std::span<const std::byte> bytes) {
    [[maybe_unused]] const auto sent =
        ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  /// Appends what has come; false at the end of the stream.
  bool read(std::vector<std::byte>& to, std::size_t most = 65536) {
    std::vector<std::byte> some(most);
    const auto got = ::recv(socket_.get(), some.data(), some.size(), 0);
    if (got > 0) to.insert(to.end(), some.begin(), some.begin() + got);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
  }
  bool closed_by_peer() {
    std::vector<std::byte> ignored;
    return !read(ignored);
  }
  void hang_up() { socket_.reset(); }

 private:
  detail::tcp::descriptor socket_;
};

/// Node 0 as far as the hello goes, and then what a test likes.
class impostor : public stranger {
 public:
  enum class state { greeting, linked, refused };

  impostor(const std::string& address, std::string key)
      : stranger{address},
        identity_{.self = 0,
                  .nodes = 2,
                  .job = "test",
                  .key = std::move(key),
                  .max_payload = detail::tcp::largest_payload},
        hello_{identity_, 1, address, detail::tcp::make_nonce()} {
    write(hello_.opening());
  }

  state advance() {
    if (state_ != state::greeting) return state_;
    if (!read(held_, hello_.wants() - held_.size())) return state_ = state::refused;
    if (held_.size() < hello_.wants()) return state_;
    const auto step = hello_.take(held_);
    held_.clear();
    write(step.send);
    if (step.over) state_ = step.failure ? state::refused : state::linked;
    return state_;
  }

 private:
  detail::tcp::identity identity_;
  detail::tcp::dialler_hello hello_;
  std::vector<std::byte> held_;
  state state_ = state::greeting;
};

}  // namespace troupe::tcp_tests
