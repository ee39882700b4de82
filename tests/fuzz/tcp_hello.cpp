#include <troupe/transports/tcp/conversation.hpp>

#include <catch2/catch.hpp>

#include <random>
#include <vector>

namespace troupe::detail::tcp {

namespace {

using bytes = std::vector<std::byte>;

const identity dialling{.self = 0, .nodes = 2, .job = "j", .key = "k", .max_payload = 9};
const identity accepting{.self = 1, .nodes = 2, .job = "j", .key = "k", .max_payload = 9};

/// Gives an acceptor all of `from` in the pieces that it wants.
hello_step feed(acceptor_hello& to, bytes from) {
  hello_step last;
  for (std::span<const std::byte> left{from}; !left.empty() && !last.over && !to.asks();) {
    const auto wanted = to.wants();
    if (left.size() < wanted) break;
    last = to.take(left.first(wanted));
    left = left.subspan(wanted);
  }
  return last;
}

}  // namespace

TEST_CASE("random bytes never pass for a dialler") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random{seed};
    bytes noise(sizeof(greeting) + sizeof(proof));
    for (auto& each : noise) each = static_cast<std::byte>(random());
    const greeting good;
    // Half of them begin as a greeting does, and so come as far as the proof.
    if (seed % 2 == 0)
      std::copy_n(std::as_bytes(std::span{&good, 1}).begin(), greeting_prefix, noise.begin());
    acceptor_hello acceptor{accepting, make_nonce()};
    REQUIRE(feed(acceptor, noise).failure);
    REQUIRE_FALSE(acceptor.asks());
  }
}

TEST_CASE("random bytes never pass for an acceptor") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random{seed};
    dialler_hello dialler{dialling, 1, "here", make_nonce()};
    hello_step last;
    for (int i = 0; i < 2 && !last.over; ++i) {
      bytes noise(dialler.wants());
      for (auto& each : noise) each = static_cast<std::byte>(random());
      if (i == 0 && seed % 2 == 0) {
        const reply good{.max_payload = 9};
        std::copy_n(std::as_bytes(std::span{&good, 1}).begin(), 8, noise.begin());
      }
      last = dialler.take(noise);
    }
    REQUIRE(last.over);
    REQUIRE(last.failure);
  }
}

TEST_CASE("a hello in which any bit was flipped comes to nothing") {
  constexpr std::size_t bits = 8 * (sizeof(greeting) + sizeof(reply) + sizeof(proof));
  for (std::size_t bit = 0; bit < bits; ++bit) {
    INFO("bit " << bit);
    dialler_hello dialler{dialling, 1, "here", make_nonce()};
    acceptor_hello acceptor{accepting, make_nonce()};
    std::size_t passed = 0;
    const auto damage = [&](bytes message) {
      if (bit / 8 >= passed && bit / 8 < passed + message.size())
        message[bit / 8 - passed] ^= static_cast<std::byte>(1u << (bit % 8));
      passed += message.size();
      return message;
    };
    const auto answered = feed(acceptor, damage(dialler.opening()));
    if (answered.over || answered.send.size() != sizeof(reply)) continue;
    const auto shown = dialler.take(damage(answered.send));
    if (shown.over) continue;
    REQUIRE(shown.send.size() == sizeof(proof));
    REQUIRE(feed(acceptor, damage(shown.send)).failure);
    REQUIRE_FALSE(acceptor.asks());
  }
}

TEST_CASE("an undamaged hello succeeds on both sides") {
  dialler_hello dialler{dialling, 1, "here", make_nonce()};
  acceptor_hello acceptor{accepting, make_nonce()};
  const auto answered = feed(acceptor, dialler.opening());
  const auto shown = dialler.take(answered.send);
  REQUIRE_FALSE(feed(acceptor, shown.send).failure);
  REQUIRE(acceptor.asks());
  const auto end = dialler.take(acceptor.decide(answer::welcome));
  CHECK(end.over);
  CHECK_FALSE(end.failure);
}

}  // namespace troupe::detail::tcp
