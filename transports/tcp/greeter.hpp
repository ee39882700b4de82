#pragma once

#include <troupe/transports/tcp/alarm.hpp>
#include <troupe/transports/tcp/conversation.hpp>
#include <troupe/transports/tcp/descriptor.hpp>

#include <array>
#include <optional>
#include <variant>

namespace troupe::detail::tcp {

/// One connection from its making until both ends have proved themselves. Reads exactly what the
/// hello wants, so that nothing of what follows is lost.
///
/// Threads: one at a time.
class greeter {
 public:
  /// Dials: `socket` has begun to connect.
  greeter(descriptor socket, const identity& mine, node_id peer, std::string where,
          time_point until);
  /// Was dialled.
  greeter(descriptor socket, const identity& mine, time_point until);

  /// What can be done now. `over` is set when the connection is proved or of no use.
  hello_step advance();

  /// A connection that was dialled: the dialler is proved, and waits for a word.
  bool asks() const { return accepting() != nullptr && accepting()->asks(); }
  node_id dialler() const { return accepting()->dialler(); }
  /// False if the connection is broken.
  bool decide(answer word) { return send(accepting()->decide(word)); }

  bool dialled() const { return accepting() != nullptr; }
  /// The peer may have learned of the dialler.
  bool speaks() const { return !connecting_; }

  int fd() const { return socket_.get(); }
  descriptor take_socket() { return std::move(socket_); }

  time_point until{};
  node_id peer = -1;  ///< that is dialled

 private:
  acceptor_hello* accepting() { return std::get_if<acceptor_hello>(&hello_); }
  const acceptor_hello* accepting() const { return std::get_if<acceptor_hello>(&hello_); }
  std::size_t wants() const;
  bool send(const std::vector<std::byte>& bytes);
  hello_step broken(int code) const;
  std::optional<hello_step> finish_connecting();

  descriptor socket_;
  std::string where_;
  bool connecting_ = false;
  std::variant<dialler_hello, acceptor_hello> hello_;
  std::array<std::byte, 128> held_;
  std::size_t holds_ = 0;
};

}  // namespace troupe::detail::tcp
