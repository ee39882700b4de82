#pragma once

#include <troupe/actors/expected.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace troupe {

/// Finds the address of this machine from which `host` is reached.
using address_finder = std::function<expected<std::string>(const std::string& host)>;

/// The numeric address of the interface that leads to `host`, as the routing table says. Nothing is
/// sent, but a name server may be asked.
expected<std::string> address_towards(const std::string& host);

/// Whether only this machine can reach it: 127.0.0.0/8, ::1, localhost.
bool is_loopback(std::string_view host);

/// "host:port", with brackets around a v6 address.
std::string join_address(std::string_view host, unsigned port);

}  // namespace troupe
