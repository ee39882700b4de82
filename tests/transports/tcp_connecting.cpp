#include "tests/transports/tcp_nodes.hpp"

namespace troupe::tcp_tests {

namespace {

std::string failure_of(tcp_options dialler, tcp_options acceptor, errc expected_code) {
  node a{std::move(dialler)};
  node b{std::move(acceptor)};
  const auto to_b = a.tcp->connect(b.info(1));
  REQUIRE(until({&a, &b}, [&] { return !a.sink.losses().empty(); }));
  const auto loss = a.sink.losses().front();
  CHECK(loss.peer == 1);
  CHECK_FALSE(loss.orderly);
  CHECK(loss.why == expected_code);
  CHECK_FALSE(loss.why.details().advice.empty());
  CHECK(to_b->send(numbered(1), {}));
  CHECK(b.sink.losses().empty());
  return to_string(loss.why);
}

}  // namespace

TEST_CASE("both ends that dial at once agree on one link") {
  for (int round = 0; round < 30; ++round) {
    node a{options(0)};
    node b{options(1)};
    const auto to_b = a.tcp->connect(b.info(1));
    const auto to_a = b.tcp->connect(a.info(0));
    // Who comes first differs between rounds.
    for (int i = 0; i < round % 7; ++i) (round % 2 == 0 ? a : b).poll();
    REQUIRE(until({&a, &b}, [&] { return a.sink.writables > 0 && b.sink.writables > 0; }));
    REQUIRE(a.tcp->connect(b.info(1)) == to_b);
    REQUIRE(b.tcp->connect(a.info(0)) == to_a);
    REQUIRE(to_b->send(numbered(1), {}));
    REQUIRE(to_a->send(numbered(2), {}));
    REQUIRE(until({&a, &b}, [&] { return a.sink.delivered == 1 && b.sink.delivered == 1; }));
    REQUIRE(a.sink.losses().empty());
    REQUIRE(b.sink.losses().empty());
  }
}

TEST_CASE("both ends that dial at once from their own threads agree on one link") {
  for (int round = 0; round < 40; ++round) {
    node a{options(0)};
    node b{options(1)};
    a.serve();
    b.serve();
    std::thread other{[&] { b.tcp->connect(a.info(0)); }};
    const auto to_b = a.tcp->connect(b.info(1));
    other.join();
    const auto to_a = b.tcp->connect(a.info(0));
    REQUIRE(until({&a, &b}, [&] { return a.sink.writables > 0 && b.sink.writables > 0; }));
    REQUIRE(to_b->send(numbered(1), {}));
    REQUIRE(to_a->send(numbered(2), {}));
    REQUIRE(until({&a, &b}, [&] { return a.sink.delivered == 1 && b.sink.delivered == 1; }));
    REQUIRE(a.sink.losses().empty());
    REQUIRE(b.sink.losses().empty());
  }
}

TEST_CASE("many nodes that dial each other at once all get links") {
  constexpr node_id count = 6;
  std::vector<std::unique_ptr<node>> nodes;
  std::vector<node*> all;
  for (node_id i = 0; i < count; ++i) {
    nodes.push_back(std::make_unique<node>(options(i, count)));
    all.push_back(nodes.back().get());
  }
  std::map<std::pair<node_id, node_id>, std::shared_ptr<link>> links;
  for (node_id i = 0; i < count; ++i)
    for (node_id j = 0; j < count; ++j)
      if (i != j) links[{i, j}] = nodes[i]->tcp->connect(nodes[j]->info(j));
  std::map<std::pair<node_id, node_id>, bool> sent;
  REQUIRE(until(all, [&] {
    for (auto& [ends, to] : links)
      if (!sent[ends]) sent[ends] = to->send(numbered(1), {});
    for (auto* each : all)
      if (each->sink.delivered != count - 1) return false;
    return true;
  }));
  for (auto* each : all) CHECK(each->sink.losses().empty());
}

TEST_CASE("a link that is not up yet refuses frames and tells when it is") {
  node a{options(0)};
  node b{options(1)};
  const auto to_b = a.tcp->connect(b.info(1));
  REQUIRE_FALSE(to_b->send(numbered(1), {}));
  REQUIRE(until({&a, &b}, [&] { return a.sink.writables == 1; }));
  REQUIRE(to_b->send(numbered(1), {}));
  REQUIRE(until({&a, &b}, [&] { return b.sink.delivered == 1; }));
}

TEST_CASE("a node that starts later is still reached") {
  std::string address;
  {
    node early{options(1)};
    address = early.tcp->local_address();
  }
  node a{options(0)};
  const auto to_b = a.tcp->connect_to(1, {address});
  const auto start = std::chrono::steady_clock::now();
  until({&a}, [&] { return std::chrono::steady_clock::now() > start + 150ms; });
  auto late = options(1);
  late.listen = address;
  node b{late};
  REQUIRE(until({&a, &b}, [&] { return a.sink.writables > 0; }));
  CHECK(a.sink.losses().empty());
}

TEST_CASE("the second address is tried when the first leads nowhere") {
  node a{options(0)};
  node b{options(1)};
  const auto link = a.tcp->connect_to(1, {"127.0.0.1:1", b.tcp->local_address()});
  REQUIRE(until({&a, &b}, [&] { return a.sink.writables > 0; }));
}

TEST_CASE("a node with another key is refused on both sides") {
  auto other = options(1);
  other.job_key = "wrong";
  CHECK_THAT(failure_of(options(0), other, errc::auth_failed), Catch::Contains("job key"));
}

TEST_CASE("a node of another job is refused, and both jobs are named") {
  auto other = options(1);
  other.job = "another";
  CHECK_THAT(failure_of(options(0), other, errc::config_error),
             Catch::Contains("\"another\"") && Catch::Contains("\"test\""));
}

TEST_CASE("another node than the one looked for is refused, and named") {
  auto other = options(2, 3);
  CHECK_THAT(failure_of(options(0, 3), other, errc::config_error),
             Catch::Contains("node 1 was looked for") && Catch::Contains("node 2 listens there"));
}

TEST_CASE("a node whose id the job does not have is refused") {
  CHECK_THAT(failure_of(options(7, 8), options(1, 2), errc::config_error),
             Catch::Contains("this one's id, 7"));
}

TEST_CASE("an address where nobody listens is given up after the time allowed") {
  auto mine = options(0);
  mine.connect_timeout = 200ms;
  node a{mine};
  const auto link = a.tcp->connect_to(1, {"127.0.0.1:1"});
  REQUIRE(until({&a}, [&] { return !a.sink.losses().empty(); }));
  CHECK_THAT(to_string(a.sink.losses()[0].why),
             Catch::Contains("127.0.0.1:1") && Catch::Contains("200 ms"));
  CHECK(link->send(numbered(1), {}));
  std::byte place{};
  CHECK(link->pull(1, 0, {&place, 1}, {}) == access::failed);
}

TEST_CASE("a name that does not resolve is named, and does not block the caller") {
  auto mine = options(0);
  mine.connect_timeout = 300ms;
  node a{mine};
  const auto start = std::chrono::steady_clock::now();
  const auto link = a.tcp->connect_to(1, {"no-such-host.invalid:4000"});
  CHECK(std::chrono::steady_clock::now() - start < 1s);
  REQUIRE(until(
      {&a}, [&] { return !a.sink.losses().empty(); }, 30s));
  CHECK_THAT(to_string(a.sink.losses()[0].why), Catch::Contains("no-such-host.invalid"));
}

TEST_CASE("an address that is none is refused at once") {
  node a{options(0)};
  const auto link = a.tcp->connect_to(1, {"nonsense"});
  REQUIRE(until(
      {&a}, [&] { return !a.sink.losses().empty(); }, 2s));
  CHECK(a.sink.losses()[0].why == errc::config_error);
}

}  // namespace troupe::tcp_tests
