#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/transports/tcp/address.hpp>
#include <troupe/transports/tcp/descriptor.hpp>

#include <sys/socket.h>

#include <chrono>
#include <string>
#include <vector>

namespace troupe::detail::tcp {

/// An address as the kernel takes it.
struct socket_address {
  sockaddr_storage storage{};
  socklen_t size = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  bool loopback() const;
};

/// "10.0.0.1:4000", "[::1]:4000".
std::string to_string(const socket_address& a);

/// All addresses of a host, in the order to try. Blocks while a name server is asked, unless
/// `numeric_only`.
expected<std::vector<socket_address>> resolve(const host_port& from, bool numeric_only);

/// A non-blocking socket that listens on exactly this address.
expected<descriptor> listen_on(const std::string& address);

/// Makes a socket that was handed down fit for use, if it listens.
expected<descriptor> adopt_listener(int fd);

/// The address that a socket is bound to.
expected<socket_address> local_address(int fd);

/// Begins to connect: 0, or an errno; EINPROGRESS is one of the good ones.
int begin_connect(const socket_address& to, descriptor& made);

/// What a connection of ours is like: no delay, and probes while it is idle, so that the kernel
/// notices within about `dead_after` when the peer's machine is gone.
void tune(int fd, std::chrono::milliseconds dead_after);

}  // namespace troupe::detail::tcp
