#pragma once

#include <troupe/actors/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace troupe::detail::tcp {

/// A host (a name or a numeric address, without brackets) and a port.
struct host_port {
  std::string host{};
  std::uint16_t port = 0;
};

/// Reads "host:port" or "[v6]:port", where the v6 address may carry a scope ("fe80::1%eth0").
expected<host_port> split_address(std::string_view text);

}  // namespace troupe::detail::tcp
