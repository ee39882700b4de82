#include <catch2/catch.hpp>

#include <string>

#include "tests/actors/future_support.hpp"

using namespace future_test;

TEST_CASE("then runs on the executor, never inside the call", "[future]") {
  rank r;
  bool ran = false;
  auto op = r.start<int>();
  auto note = [&](int) { ran = true; };
  SECTION("if the result comes later") {
    auto f = op.result().then(note);
    op.state->succeed(1);
    CHECK_FALSE(ran);
    CHECK(r.body.run() == 1);
    CHECK(ran);
    CHECK(f.ready());
  }
  SECTION("if the result is there already") {
    op.state->succeed(1);
    auto f = op.result().then(note);
    CHECK_FALSE(ran);
    r.body.run();
    CHECK(ran);
    CHECK(f.ready());
  }
}

TEST_CASE("then gives its value to the next", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().then([](int x) { return x + 1; }).then([](int x) {
    return std::to_string(x) + "!";
  });
  op.state->succeed(41);
  CHECK(r.settle(f).value() == "42!");
}

TEST_CASE("then after nothing takes no argument, and may give nothing", "[future]") {
  rank r;
  auto op = r.start<void>();
  int steps = 0;
  auto f = op.result().then([&] { ++steps; }).then([&] { return ++steps; });
  op.state->succeed();
  CHECK(r.settle(f).value() == 2);
}

TEST_CASE("An error skips then and arrives at the end", "[future]") {
  rank r;
  auto op = r.start<int>();
  bool ran = false;
  auto f = op.result().then([&](int x) {
    ran = true;
    return x;
  });
  op.state->fail(broken());
  const auto result = r.settle(f);
  CHECK(result.error() == errc::link_failed);
  CHECK(result.error().details().what == "the wire was cut");
  CHECK_FALSE(ran);
}

TEST_CASE("recover stands in for an error only", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().recover([](const error& e) { return e == errc::link_failed ? -1 : -2; });
  SECTION("an error is replaced") {
    op.state->fail(broken());
    CHECK(r.settle(f).value() == -1);
  }
  SECTION("a value passes") {
    op.state->succeed(6);
    CHECK(r.settle(f).value() == 6);
  }
}

TEST_CASE("recover may fail in its turn", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().recover([](const error&) -> expected<int> {
    return error{errc::timeout, "too late as well"};
  });
  op.state->fail(broken());
  CHECK(r.settle(f).error() == errc::timeout);
}

TEST_CASE("recover works for futures of nothing", "[future]") {
  rank r;
  auto op = r.start<void>();
  int seen = 0;
  auto f = op.result().recover([&](const error&) { ++seen; });
  op.state->fail(broken());
  CHECK(r.settle(f).has_value());
  CHECK(seen == 1);
}

TEST_CASE("An expected that then returns is the value or the error", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().then(
      [](int x) -> expected<int> { return x > 0 ? expected<int>{x} : expected<int>{broken()}; });
  SECTION("value") {
    op.state->succeed(2);
    CHECK(r.settle(f).value() == 2);
  }
  SECTION("error") {
    op.state->succeed(0);
    CHECK(r.settle(f).error() == errc::link_failed);
  }
}

TEST_CASE("A future that then returns is flattened", "[future]") {
  rank r;
  auto outer = r.start<int>();
  auto inner = r.start<std::string>();
  future<std::string> f = outer.result().then([&](int) { return inner.result(); });
  outer.state->succeed(1);
  r.body.run();
  CHECK_FALSE(f.ready());
  SECTION("its value is the value") {
    inner.state->succeed("deep");
    CHECK(r.settle(f).value() == "deep");
  }
  SECTION("its error is the error") {
    inner.state->fail(broken());
    CHECK(r.settle(f).error() == errc::link_failed);
  }
}

TEST_CASE("An exception that then throws becomes program_failed with its text", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().then([](int) -> int { throw std::runtime_error{"no such layer"}; });
  op.state->succeed(1);
  const auto result = r.settle(f);
  CHECK(result.error() == errc::program_failed);
  CHECK(result.error().details().what.find("no such layer") != std::string::npos);
}

TEST_CASE("Something thrown that is no exception becomes program_failed too", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().then([](int) -> int { throw 7; });
  op.state->succeed(1);
  CHECK(r.settle(f).error() == errc::program_failed);
}

TEST_CASE("The library's own exception keeps its reason through then", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().then([](int) -> int { throw exception{broken()}; });
  op.state->succeed(1);
  CHECK(r.settle(f).error() == errc::link_failed);
}

TEST_CASE("A continuation that returns an empty future fails instead of hanging", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().then([](int) { return future<int>{}; });
  op.state->succeed(1);
  CHECK(r.settle(f).error() == errc::invalid_usage);
}

TEST_CASE("get inside a continuation is refused while pending", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto other = r.start<int>();
  auto f = op.result().then([&](int) { return other.result().get(); });
  SECTION("pending: invalid_usage with advice") {
    op.state->succeed(1);
    const auto result = r.settle(f);
    CHECK(result.error() == errc::invalid_usage);
    CHECK(result.error().details().advice.find(".then") != std::string::npos);
  }
  SECTION("ready: the value") {
    other.state->succeed(8);
    op.state->succeed(1);
    CHECK(r.settle(f).value() == 8);
  }
}

TEST_CASE("A shared future is refused inside a continuation as well", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto other = r.start<int>();
  auto shared = other.result().share();
  auto f = op.result().then([&](int) { return shared.get(); });
  op.state->succeed(1);
  CHECK(r.settle(f).error() == errc::invalid_usage);
}

TEST_CASE("Cancelling a chain cancels the operation at its start", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result(lends::memory).then([](int x) { return x; }).then([](int x) { return x; });
  f.cancel();
  CHECK(op.cancelled());
  CHECK(r.settle(f).error() == errc::cancelled);
}

TEST_CASE("Destroying a chain over lent memory ends the operation at its start", "[future]") {
  rank r;
  auto op = r.start<int>();
  {
    auto f = op.result(lends::memory).then([](int x) { return x; });
  }
  CHECK(op.cancelled());
  r.body.run();
}

TEST_CASE("Destroying a chain ends the inner operation that it waits for", "[future]") {
  rank r;
  auto outer = r.start<int>();
  auto inner = r.start<int>();
  {
    auto f = outer.result(lends::memory).then([&](int) { return inner.result(lends::memory); });
    outer.state->succeed(1);
    r.body.run();
  }
  CHECK(inner.cancelled());
  r.body.run();
}

TEST_CASE("A chain that was given up does not run its continuation any more", "[future]") {
  rank r;
  auto op = r.start<int>();
  bool ran = false;
  {
    auto f = op.result(lends::memory).then([&](int) { ran = true; });
    op.state->succeed(1);  // its continuation is posted, and has not run
  }
  r.body.run();
  CHECK_FALSE(ran);
}

TEST_CASE("Continuations of one result run in the order in which they were added", "[future]") {
  rank r;
  auto op = r.start<int>();
  std::vector<int> order;
  std::vector<future<void>> all;
  for (int i = 0; i < 5; ++i)
    all.push_back(op.result().then([&order, i](int) { order.push_back(i); }));
  op.state->succeed(0);
  r.body.run();
  CHECK(order == std::vector{0, 1, 2, 3, 4});
}
