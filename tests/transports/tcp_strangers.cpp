#include <random>

#include "tests/transports/tcp_nodes.hpp"
#include "tests/transports/tcp_stranger.hpp"

namespace troupe::tcp_tests {

TEST_CASE("random bytes to the port are cut off and disturb no link") {
  auto listening = options(1);
  listening.hello_timeout = 300ms;
  two_nodes both{options(0), listening};
  std::mt19937_64 random{20240711};
  std::vector<stranger> strangers;
  std::uint64_t sent = 0;
  for (int i = 0; i < 150; ++i) {
    strangers.emplace_back(both.b.tcp->local_address());
    std::vector<std::byte> noise(random() % 3000);
    for (auto& each : noise) each = static_cast<std::byte>(random());
    // Some begin as a hello should.
    if (i % 3 == 0 && noise.size() > 12) std::memcpy(noise.data(), "troupe\r\n\1\0\0\0", 12);
    strangers.back().write(noise);
    REQUIRE(both.to_b->send(numbered(sent++), {}));
    REQUIRE(both.until([&] { return both.b.sink.delivered == sent; }));
  }
  for (auto& each : strangers) REQUIRE(both.until([&] { return each.closed_by_peer(); }, 20s));
  CHECK(both.b.sink.losses().empty());
  CHECK(both.a.sink.losses().empty());
}

TEST_CASE("a connection that says nothing is closed when the hello takes too long") {
  auto mine = options(1);
  mine.hello_timeout = 200ms;
  node b{mine};
  stranger silent{b.tcp->local_address()};
  stranger halting{b.tcp->local_address()};
  const auto start = std::chrono::steady_clock::now();
  halting.write(std::as_bytes(std::span{"troupe", 6}));
  // Nothing but the reactor's own waiting lets this time pass.
  while (!silent.closed_by_peer() || !halting.closed_by_peer()) {
    REQUIRE(std::chrono::steady_clock::now() - start < 5s);
    b.events.poll(1s);
  }
  const auto took = std::chrono::steady_clock::now() - start;
  CHECK(took >= 190ms);
  CHECK(took < 3s);
}

TEST_CASE("half-open connections are limited, and others follow when they are gone") {
  auto mine = options(1);
  mine.hello_timeout = 400ms;
  mine.max_unproven = 3;
  node b{mine};
  std::vector<stranger> silent;
  for (int i = 0; i < 5; ++i) silent.emplace_back(b.tcp->local_address());
  impostor honest{b.tcp->local_address(), "secret"};
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(until({&b}, [&] { return honest.advance() == impostor::state::linked; }));
  CHECK(std::chrono::steady_clock::now() - start >= 390ms);
}

TEST_CASE("a hello of another version is answered with both versions") {
  node b{options(1)};
  stranger old{b.tcp->local_address()};
  detail::tcp::greeting greeting;
  greeting.version = 9;
  greeting.acceptor = 1;
  old.write(std::as_bytes(std::span{&greeting, 1}));
  std::vector<std::byte> answer;
  REQUIRE(until({&b}, [&] { return !old.read(answer); }));
  REQUIRE(answer.size() == sizeof(detail::tcp::reply));
  CHECK(static_cast<detail::tcp::answer>(answer[0]) == detail::tcp::answer::wrong_version);

  // The dialler's side of the same conversation.
  const detail::tcp::identity who{.self = 0, .nodes = 2, .job = "test", .key = "secret"};
  detail::tcp::dialler_hello dialler{who, 1, "127.0.0.1:9", detail::tcp::make_nonce()};
  detail::tcp::reply refusal{.word = detail::tcp::answer::wrong_version, .version = 9};
  const auto step = dialler.take(std::as_bytes(std::span{&refusal, 1}));
  CHECK(step.over);
  CHECK(step.hopeless);
  CHECK_THAT(to_string(step.failure),
             Catch::Contains("version 9") && Catch::Contains("this one speaks 1"));
}

TEST_CASE("a proof of another conversation proves nothing") {
  using namespace detail::tcp;
  const identity who{.self = 0, .nodes = 2, .job = "test", .key = "secret", .max_payload = 1};
  const identity host{.self = 1, .nodes = 2, .job = "test", .key = "secret", .max_payload = 1};
  const auto reply_of = [&](acceptor_hello& acceptor, const std::vector<std::byte>& opening) {
    const auto all = std::span{opening};
    CHECK(acceptor.take(all.first(greeting_prefix)).send.empty());
    return acceptor.take(all.subspan(greeting_prefix)).send;
  };
  dialler_hello dialler{who, 1, "", make_nonce()};
  acceptor_hello first{host, make_nonce()};
  acceptor_hello second{host, make_nonce()};
  const auto opening = dialler.opening();
  const auto shown = dialler.take(reply_of(first, opening)).send;
  reply_of(second, opening);
  CHECK(second.take(shown).failure);
  CHECK_FALSE(second.asks());
  CHECK_FALSE(first.take(shown).failure);
  CHECK(first.asks());
  CHECK(first.dialler() == 0);
  // The acceptor's proof is checked as well: a word alone does not do.
  const verdict forged{.word = answer::welcome, .acceptor = 1};
  CHECK(dialler.take(std::as_bytes(std::span{&forged, 1})).failure == errc::auth_failed);
}

}  // namespace troupe::tcp_tests
