#include <troupe/transports/tcp/address.hpp>

#include <charconv>

namespace troupe::detail::tcp {

namespace {

error bad_address(std::string_view text, std::string_view why) {
  return error{errc::config_error, "the address \"" + std::string{text} + "\" " + std::string{why},
               "write it as host:port or [v6-address]:port, for example 10.0.0.1:4000 or [::1]:0"};
}

}  // namespace

expected<host_port> split_address(std::string_view text) {
  std::string_view host;
  std::string_view port;
  if (text.starts_with('[')) {
    const auto bracket = text.find(']');
    if (bracket == text.npos) return bad_address(text, "has no closing bracket");
    host = text.substr(1, bracket - 1);
    port = text.substr(bracket + 1);
    if (!port.starts_with(':')) return bad_address(text, "has no port after the bracket");
    port.remove_prefix(1);
  } else {
    const auto colon = text.rfind(':');
    if (colon == text.npos) return bad_address(text, "has no port");
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
    if (host.find(':') != host.npos)
      return bad_address(text, "has several colons outside of brackets");
  }
  if (host.empty()) return bad_address(text, "has no host");
  host_port result{.host = std::string{host}};
  const auto [end, failure] = std::from_chars(port.data(), port.data() + port.size(), result.port);
  if (failure != std::errc{} || end != port.data() + port.size())
    return bad_address(text, "has a port that is no number in 0 ... 65535");
  return result;
}

}  // namespace troupe::detail::tcp
