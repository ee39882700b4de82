#include <catch2/catch.hpp>

#include <string>

#include "tests/actors/future_support.hpp"

using namespace future_test;
using troupe::when_all;
using troupe::when_any;
using troupe::when_some;

namespace {

struct three {
  rank r;
  rank::pending<int> ops[3] = {r.start<int>(), r.start<int>(), r.start<int>()};

  std::vector<future<int>> futures(lends lent = lends::nothing) {
    std::vector<future<int>> all;
    for (auto& each : ops) all.push_back(each.result(lent));
    return all;
  }
};

}  // namespace

TEST_CASE("when_all gives all results in the order of the futures", "[future]") {
  three t;
  auto f = when_all(t.futures());
  t.ops[2].state->succeed(30);
  t.ops[0].state->succeed(10);
  t.r.body.run();
  CHECK_FALSE(f.ready());
  t.ops[1].state->succeed(20);
  CHECK(t.r.settle(f).value() == std::vector{10, 20, 30});
}

TEST_CASE("when_all fails with the first error, without waiting for the others", "[future]") {
  three t;
  auto f = when_all(t.futures());
  t.ops[1].state->fail(broken());
  CHECK(t.r.settle(f).error() == errc::link_failed);
  t.ops[0].state->succeed(1);
  t.ops[2].state->fail({errc::timeout, "later"});
  t.r.body.run();
}

TEST_CASE("A failed combination has ended what the others lent", "[future]") {
  three t;
  auto f = when_all(t.futures(lends::memory));
  t.ops[1].state->fail(broken());
  CHECK(t.r.settle(f).error() == errc::link_failed);
  CHECK(t.ops[0].cancelled());
  CHECK(t.ops[2].cancelled());
  t.r.body.run();
}

TEST_CASE("A failed combination leaves those alone that own their memory", "[future]") {
  three t;
  auto f = when_all(t.futures());
  t.ops[1].state->fail(broken());
  CHECK(t.r.settle(f).error() == errc::link_failed);
  CHECK_FALSE(t.ops[0].state->ready());
  t.ops[0].state->succeed(0);
  t.ops[2].state->succeed(0);
  t.r.body.run();
}

TEST_CASE("when_some gives the first results with their indices, sorted", "[future]") {
  three t;
  auto f = when_some(2, t.futures());
  t.ops[2].state->succeed(30);
  t.r.body.run();
  CHECK_FALSE(f.ready());
  t.ops[0].state->succeed(10);
  const auto results = t.r.settle(f).value();
  REQUIRE(results.size() == 2);
  CHECK(results[0].index == 0);
  CHECK(results[0].value == 10);
  CHECK(results[1].index == 2);
  CHECK(results[1].value == 30);
  CHECK_FALSE(t.ops[1].state->ready());
  t.ops[1].state->succeed(20);
  t.r.body.run();
}

TEST_CASE("when_some outlasts as many failures as it can spare", "[future]") {
  three t;
  auto f = when_some(2, t.futures());
  t.ops[0].state->fail(broken());
  t.r.body.run();
  CHECK_FALSE(f.ready());
  SECTION("enough others succeed") {
    t.ops[1].state->succeed(1);
    t.ops[2].state->succeed(2);
    CHECK(t.r.settle(f).value().size() == 2);
  }
  SECTION("one too many fails: its error") {
    t.ops[1].state->fail({errc::timeout, "one too many"});
    CHECK(t.r.settle(f).error() == errc::timeout);
    t.ops[2].state->succeed(2);
    t.r.body.run();
  }
}

TEST_CASE("What when_some left over stays lent until the combination is destroyed", "[future]") {
  three t;
  {
    auto f = when_some(1, t.futures(lends::memory));
    t.ops[0].state->succeed(1);
    t.r.body.run();
    REQUIRE(f.ready());
    CHECK_FALSE(t.ops[1].state->ready());
  }
  CHECK(t.ops[1].cancelled());
  CHECK(t.ops[2].cancelled());
  t.r.body.run();
}

TEST_CASE("Asking for no result, or for more than there are, is refused", "[future]") {
  three t;
  CHECK_THROWS_AS(when_some(0, t.futures()), exception);
  CHECK_THROWS_AS(when_some(4, t.futures()), exception);
  CHECK_THROWS_AS(when_any(std::vector<future<int>>{}), exception);
}

TEST_CASE("when_any gives the first result and the futures that remain", "[future]") {
  three t;
  auto f = when_any(t.futures());
  t.ops[1].state->succeed(20);
  auto first = t.r.settle(f).value();
  CHECK(first.index == 1);
  CHECK(first.value == 20);
  REQUIRE(first.rest.size() == 3);
  CHECK_FALSE(first.rest[1].valid());
  t.ops[0].state->succeed(10);
  t.ops[2].state->fail(broken());
  t.r.body.run();
  CHECK(first.rest[0].get() == 10);
  CHECK(first.rest[2].result().error() == errc::link_failed);
}

TEST_CASE("The futures that remain still guard what they lent", "[future]") {
  three t;
  {
    auto f = when_any(t.futures(lends::memory));
    t.ops[1].state->succeed(20);
    auto first = t.r.settle(f).value();
    CHECK_FALSE(t.ops[0].state->ready());
  }
  CHECK(t.ops[0].cancelled());
  CHECK(t.ops[2].cancelled());
  t.r.body.run();
}

TEST_CASE("when_any fails with the first to complete, if that failed", "[future]") {
  three t;
  auto f = when_any(t.futures(lends::memory));
  t.ops[0].state->fail(broken());
  CHECK(t.r.settle(f).error() == errc::link_failed);
  CHECK(t.ops[1].cancelled());
  CHECK(t.ops[2].cancelled());
  t.r.body.run();
}

TEST_CASE("Cancelling a combination cancels all of its parts", "[future]") {
  three t;
  SECTION("when_all") {
    auto f = when_all(t.futures());
    f.cancel();
    CHECK(t.r.settle(f).error() == errc::cancelled);
  }
  SECTION("when_any") {
    auto f = when_any(t.futures());
    f.cancel();
    CHECK(t.r.settle(f).error() == errc::cancelled);
  }
  SECTION("destroying a when_all over lent memory") {
    { auto f = when_all(t.futures(lends::memory)); }
  }
  SECTION("destroying a when_any over lent memory") {
    { auto f = when_any(t.futures(lends::memory)); }
  }
  for (auto& each : t.ops) CHECK(each.cancelled());
  t.r.body.run();
}

TEST_CASE("when_all of different types gives a tuple", "[future]") {
  rank r;
  auto a = r.start<int>();
  auto b = r.start<std::string>();
  auto c = r.start<std::unique_ptr<int>>();
  auto f = when_all(a.result(), b.result(), c.result());
  c.state->succeed(std::make_unique<int>(3));
  a.state->succeed(1);
  b.state->succeed("two");
  const auto [x, y, z] = r.settle(f).value();
  CHECK(x == 1);
  CHECK(y == "two");
  CHECK(*z == 3);
}

TEST_CASE("when_all of different types gives the first error in their order", "[future]") {
  rank r;
  auto a = r.start<int>();
  auto b = r.start<std::string>();
  auto f = when_all(a.result(), b.result());
  b.state->fail({errc::timeout, "the second"});
  r.body.run();
  CHECK_FALSE(f.ready());
  a.state->fail({errc::link_failed, "the first"});
  CHECK(r.settle(f).error() == errc::link_failed);
}

TEST_CASE("Destroying or failing a tuple of futures ends all that lend", "[future]") {
  rank r;
  auto a = r.start<int>();
  auto b = r.start<std::string>();
  auto c = r.start<char>();
  auto owned = r.start<double>();
  SECTION("destroyed") {
    { auto f = when_all(owned.result(), a.result(lends::memory), b.result(lends::memory)); }
    CHECK(a.cancelled());
    CHECK(b.cancelled());
  }
  SECTION("failed") {
    auto f = when_all(c.result(), a.result(lends::memory), b.result(lends::memory));
    c.state->fail(broken());
    CHECK(r.settle(f).error() == errc::link_failed);
    CHECK(a.cancelled());
    CHECK(b.cancelled());
  }
  r.body.run();
}
