#include "tests/transports/tcp_nodes.hpp"

namespace troupe::tcp_tests {

TEST_CASE("frames arrive in order with the payload that was sent") {
  two_nodes both;
  std::vector<std::vector<std::byte>> sent;
  for (std::size_t i = 0; i < 200; ++i) {
    const std::size_t sizes[] = {0, 1, 7, 4096, 65536, 256 * 1024};
    sent.push_back(pattern(sizes[i % 6], i));
    while (!both.to_b->send(numbered(i, sent.back().size()), sent.back())) {
      both.a.poll();
      both.b.poll();
    }
  }
  REQUIRE(both.until([&] { return both.b.sink.delivered == sent.size(); }));
  const auto got = both.b.sink.messages();
  for (std::size_t i = 0; i < sent.size(); ++i) {
    REQUIRE(got[i].from == 0);
    REQUIRE(got[i].header.sequence == i);
    REQUIRE(got[i].payload == sent[i]);
  }
}

TEST_CASE("frames sent by several threads on both sides arrive in each sender's order") {
  two_nodes both;
  both.a.serve(2);
  both.b.serve(2);
  constexpr std::uint64_t each = 3000, senders = 2;
  const auto work = [&](link& to, rank_id source) {
    for (std::uint64_t i = 0; i < each; ++i) {
      auto header = numbered(i, 100);
      header.source = source;
      const auto payload = pattern(100, i);
      while (!to.send(header, payload)) std::this_thread::yield();
    }
  };
  std::vector<std::thread> threads;
  for (rank_id s = 0; s < static_cast<rank_id>(senders); ++s) {
    threads.emplace_back([&, s] { work(*both.to_b, s); });
    threads.emplace_back([&, s] { work(*both.to_a, s); });
  }
  for (auto& t : threads) t.join();
  REQUIRE(both.until(
      [&] {
        return both.b.sink.delivered == each * senders && both.a.sink.delivered == each * senders;
      },
      60s));
  for (auto* at : {&both.a, &both.b}) {
    std::map<rank_id, std::uint64_t> next;
    for (const auto& m : at->sink.messages()) {
      REQUIRE(m.header.sequence == next[m.header.source]++);
      REQUIRE(m.payload == pattern(100, m.header.sequence));
    }
  }
}

TEST_CASE("a link without room refuses frames and tells once when there is room") {
  two_nodes both;
  const auto payload = pattern(64 * 1024);
  std::uint64_t taken = 0;
  while (both.to_b->send(numbered(taken, payload.size()), payload)) {
    ++taken;
    REQUIRE(taken < 10000);
  }
  REQUIRE_FALSE(both.to_b->send(numbered(taken, payload.size()), payload));
  const int before = both.a.sink.writables;
  REQUIRE(both.until([&] { return both.b.sink.delivered == taken; }));
  REQUIRE(both.until([&] { return both.a.sink.writables > before; }));
  CHECK(both.a.sink.writables == before + 1);
  CHECK(both.to_b->send(numbered(taken, payload.size()), payload));
  CHECK(both.until([&] { return both.b.sink.delivered == taken + 1; }));
}

TEST_CASE("frames pass by a long pull") {
  const auto memory = pattern(64 * 1024 * 1024);
  std::vector<std::byte> destination(memory.size());
  two_nodes both;
  const auto key = both.to_b->expose(memory);
  REQUIRE(both.to_a->pull(key, 0, destination, {.rank = 1, .number = 5}) == access::pending);
  bool sent = false;
  bool passed = false;
  REQUIRE(both.until(
      [&] {
        if (!sent && destination[300'000] == memory[300'000])
          sent = both.to_b->send(numbered(1), {});
        passed = passed || (both.b.sink.delivered == 1 && both.b.sink.pull(5) == access::pending);
        return both.b.sink.pull(5) == access::granted;
      },
      30s));
  CHECK(passed);
  CHECK(destination == memory);
}

}  // namespace troupe::tcp_tests
