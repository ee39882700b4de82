#include <catch2/catch.hpp>

#include "tests/actors/future_support.hpp"

using namespace future_test;
using namespace std::chrono_literals;

TEST_CASE("A future gives the value that its operation ended with", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result();
  CHECK(f.valid());
  CHECK_FALSE(f.ready());
  op.state->succeed(42);
  CHECK(f.ready());
  CHECK(f.get() == 42);
}

TEST_CASE("Taking the result consumes the future", "[future]") {
  rank r;
  auto op = r.start<int>();
  op.state->succeed(1);
  auto f = op.result();
  CHECK(f.get() == 1);
  CHECK_FALSE(f.valid());
}

TEST_CASE("A consumed future tells so instead of crashing", "[future]") {
  future<int> f;
  CHECK(f.result().error() == errc::invalid_usage);
  CHECK_THROWS_AS(f.get(), exception);
}

TEST_CASE("get throws the error that result returns", "[future]") {
  rank r;
  auto op = r.start<int>();
  op.state->fail(broken());
  auto first = op.result();
  auto second = op.result();
  CHECK(first.result().error() == errc::link_failed);
  try {
    second.get();
    FAIL("get returned");
  } catch (const exception& e) {
    CHECK(e.reason() == errc::link_failed);
    CHECK(std::string{e.what()} == "link_failed: the wire was cut");
  }
}

TEST_CASE("A future of nothing tells success and failure", "[future]") {
  rank r;
  auto good = r.start<void>();
  good.state->succeed();
  CHECK_NOTHROW(good.result().get());
  auto bad = r.start<void>();
  bad.state->fail(broken());
  CHECK_THROWS_AS(bad.result().get(), exception);
}

TEST_CASE("wait keeps the result, and may be called twice", "[future]") {
  rank r;
  auto op = r.start<int>();
  op.state->succeed(3);
  auto f = op.result();
  f.wait();
  f.wait();
  CHECK(f.get() == 3);
}

TEST_CASE("wait_for gives up after its time and leaves the operation alone", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result(lends::memory);
  CHECK_FALSE(f.wait_for(5ms));
  CHECK_FALSE(op.state->ready());
  op.state->succeed(4);
  CHECK(f.wait_for(0ms));
  CHECK(f.get() == 4);
}

TEST_CASE("cancel ends a pending operation and leaves a finished one", "[future]") {
  rank r;
  auto pending = r.start<int>();
  auto f = pending.result();
  f.cancel();
  CHECK(f.result().error() == errc::cancelled);

  auto over = r.start<int>();
  over.state->succeed(5);
  auto g = over.result();
  g.cancel();
  CHECK(g.get() == 5);
}

TEST_CASE("Destroying a pending future ends an operation on lent memory", "[future]") {
  rank r;
  auto op = r.start<int>();
  { auto f = op.result(lends::memory); }
  CHECK(op.cancelled());
}

TEST_CASE("Destroying a pending future leaves an operation that owns its memory", "[future]") {
  rank r;
  auto op = r.start<int>();
  { auto f = op.result(); }
  CHECK_FALSE(op.state->ready());
}

TEST_CASE("Assigning to a pending future ends what it held", "[future]") {
  rank r;
  auto old = r.start<int>();
  auto fresh = r.start<int>();
  auto f = old.result(lends::memory);
  f = fresh.result(lends::memory);
  CHECK(old.cancelled());
  CHECK_FALSE(fresh.state->ready());
}

TEST_CASE("Moving a future moves what is lent", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result(lends::memory);
  {
    auto g = std::move(f);
    CHECK_FALSE(f.valid());
    CHECK_FALSE(op.state->ready());
  }
  CHECK(op.cancelled());
}

TEST_CASE("detach lets an operation that owns its memory go on", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result();
  f.detach();
  CHECK_FALSE(f.valid());
  CHECK_FALSE(op.state->ready());
}

TEST_CASE("detach does nothing for lent memory: the future still guards it", "[future]") {
  rank r;
  auto op = r.start<int>();
  {
    auto f = op.result(lends::memory);
    f.detach();
    CHECK(f.valid());
    CHECK_FALSE(op.state->ready());
  }
  CHECK(op.cancelled());
}

TEST_CASE("A move-only result is moved through", "[future]") {
  rank r;
  auto op = r.start<std::unique_ptr<int>>();
  op.state->succeed(std::make_unique<int>(7));
  CHECK(*op.result().get() == 7);
}

TEST_CASE("All copies of a shared future see the same result", "[future]") {
  rank r;
  auto op = r.start<std::vector<int>>();
  auto shared = op.result().share();
  auto copy = shared;
  CHECK_FALSE(copy.ready());
  op.state->succeed({1, 2});
  CHECK(shared.get() == std::vector{1, 2});
  CHECK(copy.get() == std::vector{1, 2});
  CHECK(copy.result().value() == std::vector{1, 2});
}

TEST_CASE("Lent memory stays guarded until the last copy of a shared future goes", "[future]") {
  rank r;
  auto op = r.start<int>();
  {
    auto first = op.result(lends::memory).share();
    {
      auto second = first;
      (void)second;
    }
    CHECK_FALSE(op.state->ready());
  }
  CHECK(op.cancelled());
}
