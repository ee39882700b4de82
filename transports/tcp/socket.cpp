#include <troupe/transports/tcp/socket.hpp>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

namespace troupe::detail::tcp {

namespace {

constexpr int waiting_connections = 512;

error no_listener(int fd) {
  return error{errc::config_error,
               "descriptor " + std::to_string(fd) + " is no TCP socket that listens",
               "hand down a bound and listening TCP socket, or none"};
}

error cannot_listen(const std::string& address, int code) {
  error_details details;
  details.operation = "listen";
  details.system_errno = code;
  details.what = "can not listen on \"" + address + "\": ";
  switch (code) {
    case EADDRINUSE:
      details.what += "another program has that port";
      details.advice = "choose another port, or 0 for any free one; `ss -ltnp` shows who has it";
      break;
    case EADDRNOTAVAIL:
      details.what += "this machine has no such address";
      details.advice = "choose one that `ip address` shows";
      break;
    case EACCES:
      details.what += "this user may not use that port";
      details.advice = "choose a port above 1023, or 0 for any free one";
      break;
    default:
      details.what += "the system refuses";
      details.advice = "choose another address";
  }
  return error{errc::config_error, std::move(details)};
}

expected<descriptor> listen_on(const std::string& text, const socket_address& address) {
  descriptor made{
      ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
  if (!made) return cannot_listen(text, errno);
  const int on = 1;
  ::setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (address.storage.ss_family == AF_INET6)
    ::setsockopt(made.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (::bind(made.get(), address.get(), address.size) != 0 ||
      ::listen(made.get(), waiting_connections) != 0)
    return cannot_listen(text, errno);
  return made;
}

}  // namespace

bool socket_address::loopback() const {
  if (storage.ss_family == AF_INET)
    return (ntohl(reinterpret_cast<const sockaddr_in&>(storage).sin_addr.s_addr) >> 24) == 127;
  return storage.ss_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(storage).sin6_addr);
}

std::string to_string(const socket_address& a) {
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  if (::getnameinfo(a.get(), a.size, host.data(), host.size(), port.data(), port.size(),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "an unknown address";
  const std::string name{host.data()};
  return (a.storage.ss_family == AF_INET6 ? '[' + name + ']' : name) + ':' + port.data();
}

expected<std::vector<socket_address>> resolve(const host_port& from, bool numeric_only) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_NUMERICSERV | (numeric_only ? AI_NUMERICHOST : 0);
  addrinfo* found = nullptr;
  const int failure =
      ::getaddrinfo(from.host.c_str(), std::to_string(from.port).c_str(), &wanted, &found);
  if (failure != 0)
    return error{errc::config_error,
                 "the name \"" + from.host + "\" leads to no address: " + ::gai_strerror(failure),
                 "write the name as the name server or /etc/hosts knows it, or a numeric address"};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner{found, ::freeaddrinfo};
  std::vector<socket_address> all;
  for (const auto* each = found; each != nullptr; each = each->ai_next) {
    socket_address next;
    next.size = each->ai_addrlen;
    std::memcpy(&next.storage, each->ai_addr, each->ai_addrlen);
    all.push_back(next);
  }
  return all;
}

expected<descriptor> listen_on(const std::string& address) {
  const auto split = split_address(address);
  if (!split) return split.error();
  const auto candidates = resolve(*split, false);
  if (!candidates) return candidates.error();
  expected<descriptor> made{cannot_listen(address, EADDRNOTAVAIL)};
  for (const auto& each : *candidates) {
    made = listen_on(address, each);
    if (made) break;
  }
  return made;
}

expected<descriptor> adopt_listener(int fd) {
  descriptor owned{fd};
  int listens = 0;
  socklen_t size = sizeof listens;
  if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0)
    return no_listener(fd);
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  return owned;
}

expected<socket_address> local_address(int fd) {
  socket_address result;
  result.size = sizeof result.storage;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&result.storage), &result.size) == 0 &&
      (result.storage.ss_family == AF_INET || result.storage.ss_family == AF_INET6))
    return result;
  return error{errc::config_error, "descriptor " + std::to_string(fd) + " is no TCP socket",
               "hand down a bound and listening TCP socket, or none"};
}

int begin_connect(const socket_address& to, descriptor& made) {
  made = descriptor{::socket(to.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
  if (!made) return errno;
  return ::connect(made.get(), to.get(), to.size) == 0 ? 0 : errno;
}

void tune(int fd, std::chrono::milliseconds dead_after) {
  const int on = 1;
  const auto seconds = static_cast<int>(dead_after.count() / 1000);
  const int idle = std::max(1, seconds / 2);
  const int between = std::max(1, seconds / 6);
  const int probes = 3;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  ::setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  ::setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &between, sizeof between);
  ::setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
}

}  // namespace troupe::detail::tcp
