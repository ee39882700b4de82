#include "tests/transports/tcp_nodes.hpp"
#include "tests/transports/tcp_stranger.hpp"

namespace troupe::tcp_tests {

namespace {

std::size_t open_descriptors() {
  std::size_t count = 0;
  for (int fd = 0; fd < 1024; ++fd) count += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("a close says goodbye, after all frames that were taken") {
  two_nodes both;
  const auto payload = pattern(64 * 1024);
  std::uint64_t taken = 0;
  while (both.to_b->send(numbered(taken, payload.size()), payload)) ++taken;
  REQUIRE(taken > 10);
  both.b.serve();
  both.a.tcp->close(soon());
  const auto end = soon();
  while (both.b.sink.losses().empty() && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  REQUIRE(both.b.sink.losses().size() == 1);
  CHECK(both.b.sink.losses()[0].peer == 0);
  CHECK(both.b.sink.losses()[0].orderly);
  CHECK(both.b.sink.delivered == taken);
  CHECK(both.a.sink.losses().empty());
  // What is given to a closed link is dropped.
  CHECK(both.to_b->send(numbered(1), {}));
  std::byte place{};
  CHECK(both.to_b->pull(1, 0, {&place, 1}, {}) == access::failed);
}

TEST_CASE("two nodes may close at the same time") {
  two_nodes both;
  std::thread other{[&] { both.b.tcp->close(soon()); }};
  const auto start = std::chrono::steady_clock::now();
  both.a.tcp->close(soon());
  other.join();
  CHECK(std::chrono::steady_clock::now() - start < 3s);
}

TEST_CASE("a close leaves no descriptor behind") {
  const auto before = open_descriptors();
  {
    two_nodes both;
    stranger silent{both.b.tcp->local_address()};
    REQUIRE(both.to_b->send(numbered(1), {}));
    REQUIRE(both.until([&] { return both.b.sink.delivered == 1; }));
    const auto nowhere = both.a.tcp->connect_to(5, {"127.0.0.1:1"});
    both.a.tcp->close(soon(500ms));
    both.b.tcp->close(soon(500ms));
    CHECK_FALSE(both.a.events.watches_sockets());
    CHECK_FALSE(both.b.events.watches_sockets());
  }
  CHECK(open_descriptors() == before);
}

TEST_CASE("a pending pull fails when the peer leaves") {
  const auto memory = pattern(64 * 1024 * 1024);
  std::vector<std::byte> destination(memory.size());
  two_nodes both;
  const auto key = both.to_b->expose(memory);
  REQUIRE(both.to_a->pull(key, 0, destination, {.rank = 1, .number = 1}) == access::pending);
  REQUIRE(both.until([&] { return destination[0] == memory[0]; }));
  both.b.serve();
  both.a.tcp->close(soon());
  const auto end = soon();
  while (both.b.sink.losses().empty() && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  REQUIRE(both.b.sink.losses().size() == 1);
  CHECK(both.b.sink.losses()[0].orderly);
  CHECK(both.b.sink.pull(1) == access::failed);
}

TEST_CASE("a socket that is shut without a goodbye takes the link down") {
  node b{options(1)};
  impostor dead{b.tcp->local_address(), "secret"};
  REQUIRE(until({&b}, [&] { return dead.advance() == impostor::state::linked; }));
  REQUIRE(until({&b}, [&] { return b.sink.writables == 1; }));
  const auto to_dead = b.tcp->connect_to(0, {});
  std::byte place{};
  REQUIRE(to_dead->pull(3, 0, {&place, 1}, {.rank = 1, .number = 1}) == access::pending);
  dead.hang_up();
  REQUIRE(until(
      {&b}, [&] { return !b.sink.losses().empty(); }, 1s));
  const auto loss = b.sink.losses()[0];
  CHECK(loss.peer == 0);
  CHECK_FALSE(loss.orderly);
  CHECK(loss.why == errc::link_failed);
  CHECK_THAT(to_string(loss.why),
             Catch::Contains("node 0") && Catch::Contains("without a goodbye"));
  CHECK(b.sink.pull(1) == access::failed);
  CHECK(to_dead->send(numbered(1), {}));
  // For good: the same node doesn't come back.
  impostor again{b.tcp->local_address(), "secret"};
  REQUIRE(until({&b}, [&] { return again.advance() == impostor::state::refused; }));
}

TEST_CASE("bytes that are damaged on the way take the link down as corrupted") {
  node b{options(1)};
  impostor peer{b.tcp->local_address(), "secret"};
  REQUIRE(until({&b}, [&] { return peer.advance() == impostor::state::linked; }));
  auto bytes = detail::tcp::encode_frame(numbered(1), {});
  bytes[40] ^= std::byte{4};
  peer.write(bytes);
  REQUIRE(until({&b}, [&] { return !b.sink.losses().empty(); }));
  CHECK(b.sink.losses()[0].why == errc::corrupted);
  CHECK(b.sink.delivered == 0);
}

TEST_CASE("data that nobody asked for take the link down") {
  node b{options(1)};
  impostor peer{b.tcp->local_address(), "secret"};
  REQUIRE(until({&b}, [&] { return peer.advance() == impostor::state::linked; }));
  peer.write(detail::tcp::encode(detail::tcp::pull_data{.token = 77, .length = 4}));
  REQUIRE(until({&b}, [&] { return !b.sink.losses().empty(); }));
  CHECK(b.sink.losses()[0].why == errc::protocol_error);
}

TEST_CASE("pull requests from an unruly peer never reach beyond a region") {
  node b{options(1)};
  impostor peer{b.tcp->local_address(), "secret"};
  REQUIRE(until({&b}, [&] { return peer.advance() == impostor::state::linked; }));
  const auto to_peer = b.tcp->connect_to(0, {});
  const auto memory = pattern(100);
  const auto key = to_peer->expose(memory);
  const detail::tcp::pull_request wrong[] = {
      {.region = key, .offset = 1, .length = 100, .token = 1},
      {.region = key, .offset = ~0ull, .length = 2, .token = 2},
      {.region = key, .offset = 50, .length = ~0ull, .token = 3},
      {.region = key + 1, .offset = 0, .length = 1, .token = 4},
  };
  for (const auto& each : wrong) peer.write(detail::tcp::encode(each));
  std::vector<std::byte> answers;
  constexpr auto each_size = sizeof(detail::tcp::record_header) + sizeof(detail::tcp::pull_refused);
  REQUIRE(until({&b}, [&] {
    peer.read(answers);
    return answers.size() >= 4 * each_size;
  }));
  CHECK(answers.size() == 4 * each_size);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(static_cast<detail::tcp::record_kind>(answers[i * each_size + 2]) ==
          detail::tcp::record_kind::pull_refused);
  CHECK(b.sink.losses().empty());
}

TEST_CASE("a peer that floods with requests and reads no answers is cut off") {
  node b{options(1)};
  impostor peer{b.tcp->local_address(), "secret"};
  REQUIRE(until({&b}, [&] { return peer.advance() == impostor::state::linked; }));
  std::uint64_t token = 0;
  REQUIRE(until(
      {&b},
      [&] {
        for (int i = 0; i < 100; ++i)
          peer.write(detail::tcp::encode(
              detail::tcp::pull_request{.region = 5, .length = 1, .token = ++token}));
        return !b.sink.losses().empty();
      },
      60s));
  CHECK(b.sink.losses()[0].why == errc::protocol_error);
}

}  // namespace troupe::tcp_tests
