#include <troupe/transports/tcp/greeter.hpp>

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace troupe::detail::tcp {

greeter::greeter(descriptor socket, const identity& mine, node_id peer, std::string where,
                 time_point until)
    : until{until},
      peer{peer},
      socket_{std::move(socket)},
      where_{where},
      connecting_{true},
      hello_{dialler_hello{mine, peer, std::move(where), make_nonce()}} {}

greeter::greeter(descriptor socket, const identity& mine, time_point until)
    : until{until}, socket_{std::move(socket)}, hello_{acceptor_hello{mine, make_nonce()}} {}

std::size_t greeter::wants() const {
  return std::visit([](const auto& hello) { return hello.wants(); }, hello_);
}

/// Words of a hello fit into any fresh socket's buffer.
bool greeter::send(const std::vector<std::byte>& bytes) {
  return bytes.empty() || ::send(socket_.get(), bytes.data(), bytes.size(),
                                 MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(bytes.size());
}

hello_step greeter::broken(int code) const {
  return {.over = true,
          .failure = error{
              errc::link_failed,
              where_ + ": " +
                  (code == 0 ? "the connection was closed during the hello" : std::strerror(code)),
              "see whether the node runs there and the network lets it be reached"}};
}

std::optional<hello_step> greeter::finish_connecting() {
  pollfd state{.fd = socket_.get(), .events = POLLOUT, .revents = 0};
  if (::poll(&state, 1, 0) == 0) return hello_step{};
  int code = 0;
  socklen_t size = sizeof code;
  ::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &code, &size);
  if (code != 0) return broken(code);
  connecting_ = false;
  if (!send(std::get<dialler_hello>(hello_).opening())) return broken(errno);
  return {};
}

hello_step greeter::advance() {
  if (connecting_)
    if (auto step = finish_connecting()) return *step;
  while (!asks()) {
    const auto wanted = wants();
    const auto got = ::recv(socket_.get(), held_.data() + holds_, wanted - holds_, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return {};
    if (got <= 0) return broken(got == 0 ? 0 : errno);
    holds_ += static_cast<std::size_t>(got);
    const auto begun = std::span<const std::byte>{held_}.first(holds_);
    if (accepting() != nullptr && !accepting()->plausible(begun)) return broken(EPROTO);
    if (holds_ < wanted) continue;
    holds_ = 0;
    auto step = std::visit([&](auto& hello) { return hello.take(begun); }, hello_);
    const bool sent = send(step.send);
    if (step.over) return step;
    if (!sent) return broken(errno);
  }
  return {};
}

}  // namespace troupe::detail::tcp
