#include <troupe/deploy/environment/own_address.hpp>
#include <troupe/deploy/launch/this_machine.hpp>
#include <troupe/transports/tcp/descriptor.hpp>
#include <troupe/transports/tcp/socket.hpp>

#include <sys/socket.h>

#include <algorithm>

namespace troupe::detail {
namespace {

/// The kernel lets a socket have only an address of this machine.
bool can_bind(const tcp::socket_address& address) {
  const tcp::descriptor probe{::socket(address.storage.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  return ::bind(probe.get(), address.get(), address.size) == 0;
}

}  // namespace

expected<bool> is_this_machine(const std::string& host) {
  if (is_loopback(host)) return true;
  const auto addresses = tcp::resolve({.host = host, .port = 0}, false);
  if (!addresses) return addresses.error();
  return std::any_of(addresses->begin(), addresses->end(), can_bind);
}

}  // namespace troupe::detail
