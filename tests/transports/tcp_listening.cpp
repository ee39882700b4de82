#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/transports/tcp_nodes.hpp"

namespace troupe::tcp_tests {

namespace {

std::string refusal(const std::string& address) {
  recorder sink;
  reactor events;
  auto asked = options(0);
  asked.listen = address;
  const auto made = make_tcp_medium(asked, sink, events);
  REQUIRE_FALSE(made);
  CHECK(made.error() == errc::config_error);
  CHECK_FALSE(made.error().details().advice.empty());
  return to_string(made.error());
}

bool can_bind_v6() {
  const int fd = ::socket(AF_INET6, SOCK_STREAM, 0);
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_addr = IN6ADDR_LOOPBACK_INIT;
  const bool works = ::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  ::close(fd);
  return works;
}

}  // namespace

TEST_CASE("a port that is taken is named with what to do") {
  node a{options(0)};
  CHECK_THAT(refusal(a.tcp->local_address()),
             Catch::Contains(a.tcp->local_address()) && Catch::Contains("another program"));
}

TEST_CASE("a name that does not resolve can not be listened on") {
  CHECK_THAT(refusal("no-such-host.invalid:0"), Catch::Contains("no-such-host.invalid"));
}

TEST_CASE("an address of another machine can not be listened on") {
  CHECK_THAT(refusal("192.0.2.1:0"), Catch::Contains("no such address"));
}

TEST_CASE("text that is no address can not be listened on") {
  CHECK_THAT(refusal("127.0.0.1"), Catch::Contains("no port"));
  CHECK_THAT(refusal("127.0.0.1:70000"), Catch::Contains("65535"));
  CHECK_THAT(refusal("::1:5"), Catch::Contains("brackets"));
  CHECK_THAT(refusal("[::1:5"), Catch::Contains("bracket"));
}

TEST_CASE("without a key only loopback may be listened on") {
  recorder sink;
  reactor events;
  auto asked = options(0);
  asked.job_key.clear();
  CHECK(make_tcp_medium(asked, sink, events));
  asked.listen = "0.0.0.0:0";
  const auto made = make_tcp_medium(asked, sink, events);
  REQUIRE_FALSE(made);
  CHECK_THAT(to_string(made.error()), Catch::Contains("no key"));
}

TEST_CASE("two nodes talk over IPv6 loopback") {
  if (!can_bind_v6()) {
    WARN("this machine has no IPv6 loopback: not tested");
    return;
  }
  auto first = options(0);
  auto second = options(1);
  first.listen = second.listen = "[::1]:0";
  two_nodes both{first, second};
  CHECK_THAT(both.b.tcp->local_address(), Catch::StartsWith("[::1]:"));
  REQUIRE(both.to_b->send(numbered(1), {}));
  REQUIRE(both.until([&] { return both.b.sink.delivered == 1; }));
}

TEST_CASE("a socket that listens already is taken over") {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  REQUIRE(::listen(fd, 10) == 0);
  auto second = options(1);
  second.inherited_listener = fd;
  two_nodes both{options(0), second};
  REQUIRE(both.to_b->send(numbered(1), {}));
  REQUIRE(both.until([&] { return both.b.sink.delivered == 1; }));
}

TEST_CASE("a descriptor that is no socket is refused") {
  recorder sink;
  reactor events;
  auto asked = options(0);
  asked.inherited_listener = ::dup(0);
  const auto made = make_tcp_medium(asked, sink, events);
  REQUIRE_FALSE(made);
  CHECK_THAT(to_string(made.error()), Catch::Contains("no TCP socket"));
}

}  // namespace troupe::tcp_tests
