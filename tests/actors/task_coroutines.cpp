#include <catch2/catch.hpp>

#include <stdexcept>
#include <string>

#include "tests/actors/future_support.hpp"

using namespace future_test;
using troupe::task;

namespace {

/// Starts a task at once and forgets it: what a rank does with its body.
struct started {
  struct promise_type {
    started get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

template <class T>
started run(task<T> body, std::optional<T>& result, std::string& thrown) {
  try {
    result = co_await body;
  } catch (const std::exception& e) {
    thrown = e.what();
  }
}

started run(task<> body, bool& over) {
  co_await body;
  over = true;
}

task<int> doubled(future<int> f) {
  co_return 2 * co_await f;
}

}  // namespace

TEST_CASE("A task starts when it is awaited, not before", "[task]") {
  bool ran = false;
  auto body = [&]() -> task<> {
    ran = true;
    co_return;
  };
  auto t = body();
  CHECK_FALSE(ran);
  bool over = false;
  run(std::move(t), over);
  CHECK(ran);
  CHECK(over);
}

TEST_CASE("A task that is never awaited does nothing and leaks nothing", "[task]") {
  auto kept = std::make_shared<int>(1);
  auto body = [](std::shared_ptr<int> p) -> task<int> { co_return *p; };
  {
    auto t = body(kept);
    CHECK(kept.use_count() == 2);
  }
  CHECK(kept.use_count() == 1);
}

TEST_CASE("co_await gives a future's value, on the executor", "[task]") {
  rank r;
  auto op = r.start<int>();
  std::optional<int> result;
  std::string thrown;
  run(doubled(op.result()), result, thrown);
  op.state->succeed(21);
  CHECK_FALSE(result);
  r.body.run();
  CHECK(result == 42);
}

TEST_CASE("co_await of a result that is there goes on at once", "[task]") {
  rank r;
  auto op = r.start<int>();
  op.state->succeed(4);
  std::optional<int> result;
  std::string thrown;
  run(doubled(op.result()), result, thrown);
  CHECK(result == 8);
}

TEST_CASE("co_await throws an error", "[task]") {
  rank r;
  auto op = r.start<int>();
  std::optional<int> result;
  std::string thrown;
  run(doubled(op.result()), result, thrown);
  op.state->fail(broken());
  r.body.run();
  CHECK_FALSE(result);
  CHECK(thrown == "link_failed: the wire was cut");
}

TEST_CASE("co_await settled gives the error as a value", "[task]") {
  rank r;
  auto op = r.start<int>();
  auto body = [&]() -> task<int> {
    auto f = op.result();
    const auto settled = co_await f.settled();
    co_return settled ? *settled : -1;
  };
  std::optional<int> result;
  std::string thrown;
  run(body(), result, thrown);
  op.state->fail(broken());
  r.body.run();
  CHECK(result == -1);
}

TEST_CASE("Tasks await tasks, and exceptions pass through them", "[task]") {
  auto inner = [](bool fails) -> task<int> {
    if (fails) throw std::runtime_error{"inner"};
    co_return 1;
  };
  auto outer = [&](bool fails) -> task<int> { co_return 10 + co_await inner(fails); };
  std::optional<int> result;
  std::string thrown;
  run(outer(false), result, thrown);
  CHECK(result == 11);
  result.reset();
  run(outer(true), result, thrown);
  CHECK_FALSE(result);
  CHECK(thrown == "inner");
}

TEST_CASE("A long chain of awaited tasks needs no deep stack", "[task]") {
  auto one = []() -> task<int> { co_return 1; };
  auto many = [&]() -> task<int> {
    int sum = 0;
    for (int i = 0; i < 10'000; ++i) sum += co_await one();
    co_return sum;
  };
  std::optional<int> result;
  std::string thrown;
  run(many(), result, thrown);
  CHECK(result == 10'000);
}

TEST_CASE("get inside a resumed coroutine is refused while pending", "[task]") {
  rank r;
  auto first = r.start<int>();
  auto second = r.start<int>();
  auto body = [&]() -> task<int> {
    auto f = first.result();
    co_await f;
    co_return second.result().get();
  };
  std::optional<int> result;
  std::string thrown;
  run(body(), result, thrown);
  first.state->succeed(1);
  r.body.run();
  CHECK_FALSE(result);
  CHECK(thrown.find("invalid_usage") == 0);
}

TEST_CASE("A moved task belongs to its new owner", "[task]") {
  auto body = []() -> task<int> { co_return 5; };
  auto a = body();
  auto b = std::move(a);
  std::optional<int> result;
  std::string thrown;
  run(std::move(b), result, thrown);
  CHECK(result == 5);
}
