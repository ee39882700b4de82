#include <troupe/deploy/environment/own_address.hpp>

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

namespace troupe {
namespace {

error no_way(const std::string& host, const std::string& why) {
  return {errc::config_error, "no address of this machine leads to \"" + host + "\": " + why,
          "set TROUPE_LISTEN to host:port of the interface to use, with port 0 for any"};
}

/// Empty if the kernel has no route there.
std::string source_address(const addrinfo& target) {
  // Connecting a datagram socket sends nothing: it only picks the route.
  const int probe = ::socket(target.ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return {};
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  auto* address = reinterpret_cast<sockaddr*>(&own);
  std::array<char, NI_MAXHOST> text{};
  const bool found =
      ::connect(probe, target.ai_addr, target.ai_addrlen) == 0 &&
      ::getsockname(probe, address, &size) == 0 &&
      ::getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0;
  ::close(probe);
  return found ? text.data() : std::string{};
}

}  // namespace

expected<std::string> address_towards(const std::string& host) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  // A port has to be there, but which one makes no difference to the route.
  if (const int failed = ::getaddrinfo(host.c_str(), "9", &wanted, &found); failed != 0)
    return no_way(host, ::gai_strerror(failed));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner{found, &::freeaddrinfo};
  for (const auto* each = found; each != nullptr; each = each->ai_next) {
    if (auto own = source_address(*each); !own.empty()) return own;
  }
  return no_way(host, "there is no route to it");
}

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" || host == "ip6-localhost" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == host.npos);
}

std::string join_address(std::string_view host, unsigned port) {
  const bool v6 = host.find(':') != host.npos;
  return (v6 ? "[" : "") + std::string{host} + (v6 ? "]:" : ":") + std::to_string(port);
}

}  // namespace troupe
