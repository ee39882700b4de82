#include "tests/transports/tcp_nodes.hpp"

namespace troupe::tcp_tests {

TEST_CASE("a pull brings exactly the bytes that were asked for") {
  two_nodes both;
  const auto memory = pattern(64 * 1024 * 1024 + 13);
  const auto key = both.to_b->expose(memory);
  const std::size_t sizes[] = {0, 1, 13, 262143, 262144, 262145, 1000003, 64 * 1024 * 1024};
  std::uint64_t number = 0;
  for (const auto size : sizes) {
    for (const std::size_t offset : {std::size_t{0}, std::size_t{13}}) {
      INFO(size << " bytes at " << offset);
      std::vector<std::byte> destination(size + 2, std::byte{0x5a});
      ++number;
      REQUIRE(both.to_a->pull(key, offset, std::span{destination}.subspan(1, size),
                              {.rank = 1, .number = number}) == access::pending);
      REQUIRE(both.until([&] { return both.b.sink.pull(number) != access::pending; }, 30s));
      REQUIRE(both.b.sink.pull(number) == access::granted);
      REQUIRE(std::memcmp(destination.data() + 1, memory.data() + offset, size) == 0);
      REQUIRE(destination.front() == std::byte{0x5a});
      REQUIRE(destination.back() == std::byte{0x5a});
    }
  }
}

TEST_CASE("many pulls at once share the link and end whole") {
  two_nodes both;
  constexpr std::size_t count = 40, size = 700'001;
  std::vector<std::vector<std::byte>> memory, destination;
  for (std::size_t i = 0; i < count; ++i) {
    memory.push_back(pattern(size, i));
    destination.emplace_back(size);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto key = both.to_b->expose(memory[i]);
    REQUIRE(both.to_a->pull(key, 0, destination[i], {.rank = 1, .number = i}) == access::pending);
  }
  REQUIRE(both.until(
      [&] {
        for (std::size_t i = 0; i < count; ++i)
          if (both.b.sink.pull(i) == access::pending) return false;
        return true;
      },
      30s));
  for (std::size_t i = 0; i < count; ++i) {
    REQUIRE(both.b.sink.pull(i) == access::granted);
    REQUIRE(destination[i] == memory[i]);
  }
}

TEST_CASE("a pull beyond a region, or of none, is refused and the link lives") {
  two_nodes both;
  const auto memory = pattern(1000);
  const auto key = both.to_b->expose(memory);
  const auto old = both.to_b->expose(memory);
  both.to_b->revoke(old);
  std::vector<std::byte> destination(1001);
  struct asked {
    region_key key;
    std::size_t offset, length;
  };
  const asked wrong[] = {
      {key, 0, 1001}, {key, 1, 1000},   {key, 1001, 0}, {key, ~std::size_t{0}, 2},
      {old, 0, 1},    {key + 77, 0, 1}, {0, 0, 1},      {~region_key{0}, 0, 1}};
  std::uint64_t number = 0;
  for (const auto& each : wrong) {
    INFO("key " << each.key << ", offset " << each.offset << ", length " << each.length);
    ++number;
    REQUIRE(both.to_a->pull(each.key, each.offset, std::span{destination}.first(each.length),
                            {.rank = 1, .number = number}) == access::pending);
    REQUIRE(both.until([&] { return both.b.sink.pull(number) != access::pending; }));
    CHECK(both.b.sink.pull(number) == access::revoked);
  }
  REQUIRE(both.to_a->pull(key, 0, std::span{destination}.first(1000), {.rank = 1, .number = 99}) ==
          access::pending);
  REQUIRE(both.until([&] { return both.b.sink.pull(99) == access::granted; }));
}

TEST_CASE("a region that is revoked during a pull is not read any more") {
  two_nodes both;
  const auto original = pattern(64 * 1024 * 1024);
  auto memory = original;
  std::vector<std::byte> destination(memory.size());
  const auto key = both.to_b->expose(memory);
  REQUIRE(both.to_a->pull(key, 0, destination, {.rank = 1, .number = 1}) == access::pending);
  REQUIRE(both.until([&] { return destination[1'000'000] == original[1'000'000]; }));
  both.to_b->revoke(key);
  // A byte read from here on would break the checksum, and with it the link.
  std::fill(memory.begin(), memory.end(), std::byte{0xee});
  REQUIRE(both.until([&] { return both.b.sink.pull(1) != access::pending; }));
  CHECK(both.b.sink.pull(1) == access::revoked);
  REQUIRE(both.to_b->send(numbered(1), {}));
  REQUIRE(both.until([&] { return both.b.sink.delivered == 1; }));
  CHECK(both.b.sink.losses().empty());
}

TEST_CASE("revoking while other threads serve the pull is bounded and clean") {
  two_nodes both;
  both.a.serve();
  both.b.serve();
  for (std::uint64_t round = 0; round < 30; ++round) {
    auto memory = std::make_unique<std::vector<std::byte>>(pattern(4 * 1024 * 1024, round));
    std::vector<std::byte> destination(memory->size());
    const auto key = both.to_b->expose(*memory);
    REQUIRE(both.to_a->pull(key, 0, destination, {.rank = 1, .number = round}) == access::pending);
    for (std::uint64_t i = 0; i < round * 20; ++i) std::this_thread::yield();
    both.to_b->revoke(key);
    memory.reset();
    const auto end = soon();
    while (both.b.sink.pull(round) == access::pending && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    const auto result = both.b.sink.pull(round);
    REQUIRE((result == access::revoked || result == access::granted));
    if (result == access::granted) REQUIRE(destination == pattern(4 * 1024 * 1024, round));
  }
  CHECK(both.b.sink.losses().empty());
}

TEST_CASE("a cancelled pull writes and tells nothing more") {
  two_nodes both;
  both.a.serve();
  both.b.serve();
  const auto memory = pattern(8 * 1024 * 1024);
  const auto key = both.to_b->expose(memory);
  for (std::uint64_t round = 1; round <= 12; ++round) {
    std::vector<std::byte> destination(memory.size());
    REQUIRE(both.to_a->pull(key, 0, destination, {.rank = 1, .number = round}) == access::pending);
    for (std::uint64_t i = 0; i < round * 10; ++i) std::this_thread::yield();
    both.to_a->cancel_pull({.rank = 1, .number = round});
    const auto told = both.b.sink.pull(round);
    const auto seen = destination;
    std::fill(destination.begin(), destination.end(), std::byte{0x33});
    // A later pull goes through, so what was under way for the cancelled one has passed.
    std::byte one{};
    REQUIRE(both.to_a->pull(key, 5, {&one, 1}, {.rank = 1, .number = 100 + round}) ==
            access::pending);
    const auto end = soon();
    while (both.b.sink.pull(100 + round) == access::pending &&
           std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    REQUIRE(one == memory[5]);
    REQUIRE(both.b.sink.pull(round) == told);
    REQUIRE(destination == std::vector<std::byte>(memory.size(), std::byte{0x33}));
  }
  both.to_b->revoke(key);
  CHECK(both.b.sink.losses().empty());
}

TEST_CASE("beyond the pulls allowed in flight the link is busy, and tells when it is not") {
  const auto memory = pattern(16);
  std::vector<std::byte> destination(16);  // outlives the link, as pulls are pending at the end
  two_nodes both;
  const auto key = both.to_b->expose(memory);
  std::uint64_t number = 0;
  access last = access::pending;
  while (number < 5000 && last == access::pending)
    last = both.to_a->pull(key, 0, destination, {.rank = 1, .number = number++});
  REQUIRE(last == access::busy);
  const int before = both.b.sink.writables;
  REQUIRE(both.until([&] { return both.b.sink.writables > before; }));
  CHECK(both.to_a->pull(key, 0, destination, {.rank = 1, .number = 9999}) == access::pending);
  CHECK(both.until([&] { return both.b.sink.pull(9999) == access::granted; }));
}

}  // namespace troupe::tcp_tests
