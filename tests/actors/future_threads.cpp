#include <catch2/catch.hpp>

#include <atomic>
#include <thread>

#include "tests/actors/future_support.hpp"

using namespace future_test;
using namespace std::chrono_literals;

namespace {

constexpr int rounds = 300;

/// Runs continuations on a thread of its own, like a rank's actor.
class busy_executor final : public troupe::executor {
 public:
  busy_executor() : thread_{[this] { work(); }} {}
  ~busy_executor() {
    stop_ = true;
    thread_.join();
    queue_.run();
  }
  void post(troupe::detail::continuation& work) override { queue_.post(work); }

 private:
  void work() {
    while (!stop_) {
      if (queue_.run() == 0) std::this_thread::yield();
    }
  }
  queue_executor queue_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

template <class T>
rank::pending<T> start_on(troupe::executor& body) {
  return {troupe::detail::state_ptr<operation<T>>{new operation<T>{nullptr, &body}}};
}

}  // namespace

TEST_CASE("A waiting thread sees everything that came before the result", "[future]") {
  busy_executor body;
  for (int i = 0; i < rounds; ++i) {
    auto op = start_on<int>(body);
    auto f = op.result();
    int written = 0;
    std::thread fulfils{[&] {
      written = i;
      op.state->succeed(i);
    }};
    CHECK(f.get() == i);
    CHECK(written == i);
    fulfils.join();
  }
}

TEST_CASE("Several threads may wait for shared copies", "[future]") {
  busy_executor body;
  for (int i = 0; i < rounds / 10; ++i) {
    auto op = start_on<int>(body);
    auto shared = op.result().share();
    std::atomic<int> sum{0};
    std::vector<std::thread> waiters;
    for (int t = 0; t < 4; ++t) waiters.emplace_back([&sum, copy = shared] { sum += copy.get(); });
    op.state->succeed(i);
    for (auto& each : waiters) each.join();
    CHECK(sum == 4 * i);
  }
}

TEST_CASE("A continuation runs once, however adding it races with the result", "[future]") {
  busy_executor body;
  for (int i = 0; i < rounds; ++i) {
    auto op = start_on<int>(body);
    std::atomic<int> ran{0};
    std::thread fulfils{[&] { op.state->succeed(i); }};
    auto f = op.result().then([&](int x) {
      ++ran;
      return x;
    });
    CHECK(f.get() == i);
    CHECK(ran == 1);
    fulfils.join();
  }
}

TEST_CASE("Cancelling races with the result: exactly one of the two wins", "[future]") {
  busy_executor body;
  for (int i = 0; i < rounds; ++i) {
    auto op = start_on<int>(body);
    std::atomic<bool> taken{false};
    // The engine's turn decides in production; here the first to raise the flag.
    std::thread fulfils{[&] {
      if (!taken.exchange(true)) op.state->succeed(1);
    }};
    std::thread cancels{[&] {
      if (!taken.exchange(true)) op.state->fail({errc::cancelled, "raced"});
    }};
    auto result = op.result().then([](int x) { return x; }).result();
    CHECK((result ? *result == 1 : result.error() == errc::cancelled));
    fulfils.join();
    cancels.join();
  }
}

TEST_CASE("Combinations collect results that come from several threads", "[future]") {
  busy_executor body;
  for (int i = 0; i < rounds / 10; ++i) {
    std::vector<rank::pending<int>> ops;
    std::vector<future<int>> futures;
    for (int k = 0; k < 8; ++k) {
      ops.push_back(start_on<int>(body));
      futures.push_back(ops.back().result());
    }
    auto all = troupe::when_all(std::move(futures));
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&ops, t] {
        for (int k = t; k < 8; k += 4) ops[static_cast<std::size_t>(k)].state->succeed(k);
      });
    CHECK(all.get() == std::vector{0, 1, 2, 3, 4, 5, 6, 7});
    for (auto& each : threads) each.join();
  }
}

TEST_CASE("A thread that waits with a limit does not miss the result", "[future]") {
  busy_executor body;
  for (int i = 0; i < rounds; ++i) {
    auto op = start_on<int>(body);
    auto f = op.result();
    std::thread fulfils{[&] { op.state->succeed(9); }};
    CHECK(f.wait_for(60s));
    fulfils.join();
  }
}
