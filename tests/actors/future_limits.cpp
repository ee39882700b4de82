#include <catch2/catch.hpp>

#include "tests/actors/future_support.hpp"

using namespace future_test;
using namespace std::chrono_literals;

TEST_CASE("within passes a result on that comes in time", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().within(1h);
  op.state->succeed(1);
  CHECK(r.settle(f).value() == 1);
  r.engine.ring_alarms();
  r.body.run();
}

TEST_CASE("within sets its alarm at the limit", "[future]") {
  rank r;
  auto op = r.start<int>();
  const auto before = std::chrono::steady_clock::now();
  auto f = op.result().within(1h);
  const auto after = std::chrono::steady_clock::now();
  CHECK(r.engine.alarm() >= before + 1h);
  CHECK(r.engine.alarm() <= after + 1h);
  op.state->succeed(1);
  r.engine.ring_alarms();
  r.body.run();
}

TEST_CASE("within cancels the operation at its limit and tells the limit", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result(lends::memory).within(250ms);
  r.engine.ring_alarms();
  r.body.run();
  CHECK(op.cancelled());
  const auto result = r.settle(f);
  CHECK(result.error() == errc::timeout);
  CHECK(result.error().details().what.find("250 ms") != std::string::npos);
}

TEST_CASE("within passes other errors on", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().within(1h);
  op.state->fail(broken());
  CHECK(r.settle(f).error() == errc::link_failed);
  r.engine.ring_alarms();
  r.body.run();
}

TEST_CASE("A cancellation by the caller is no timeout", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto f = op.result().within(1h);
  f.cancel();
  CHECK(r.settle(f).error() == errc::cancelled);
  r.engine.ring_alarms();
  r.body.run();
}

TEST_CASE("within limits a whole chain", "[future]") {
  rank r;
  auto op = r.start<int>();
  auto inner = r.start<int>();
  auto f = op.result().then([&](int) { return inner.result(); }).within(10ms);
  op.state->succeed(1);
  r.body.run();
  r.engine.ring_alarms();
  r.body.run();
  CHECK(inner.cancelled());
  CHECK(r.settle(f).error() == errc::timeout);
}
