#include <catch2/catch.hpp>

#include <array>
#include <numeric>
#include <thread>

#include "tests/deploy/world_support.hpp"

using namespace troupe;
using world_test::checks;
using namespace std::chrono_literals;

TEST_CASE("Several threads of a rank send and receive with tags of their own", "[threads]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    constexpr int threads = 4, messages = 150;
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        const rank_id peer = 1 - w.rank();
        for (int i = 0; i < messages; ++i) {
          const std::size_t size = i % 3 == 0 ? 1 : i % 3 == 1 ? 500 : 20'000;
          const std::vector<int> out(size, t * messages + i);
          std::vector<int> in(size, -1);
          auto sent = w.send(out, peer, {.tag = t});
          const auto got = w.recv(in, peer, {.tag = t}).get();
          sent.get();
          c.that(got.count == size && in == out, "what the same thread there sent");
        }
      });
    for (auto& each : all) each.join();
  });
  c.require_all();
}

TEST_CASE("Two threads of a rank use a communicator while a third receives", "[threads]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    std::thread talks{[&] {
      const auto right = (w.rank() + 1) % 3, left = (w.rank() + 2) % 3;
      for (int i = 0; i < 200; ++i) {
        int in = -1;
        auto sent = w.send(std::span{&i, 1}, right, {.tag = 1});
        w.recv(std::span{&in, 1}, left, {.tag = 1}).get();
        sent.get();
        c.that(in == i, "a message");
      }
    }};
    for (int i = 0; i < 200; ++i) {
      std::array<int, 100> values;
      values.fill(i);
      w.all_reduce(values, sum).get();
      c.that(values[99] == 3 * i, "a sum");
    }
    talks.join();
  });
  c.require_all();
}

TEST_CASE("Many collectives overlap, and are awaited in any order", "[threads]") {
  const bool reversed = GENERATE(false, true);
  checks c;
  world_test::run(4, [&](const communicator& w) {
    constexpr std::size_t many = 24;
    for (int round = 0; round < 10; ++round) {
      std::vector<std::vector<float>> buffers;
      std::vector<future<outcome>> pending;
      for (std::size_t i = 0; i < many; ++i) {
        const std::size_t size = i % 4 == 0 ? 1 : i % 4 == 1 ? 300 : i % 4 == 2 ? 5'000 : 40'000;
        buffers.emplace_back(size, static_cast<float>(i));
        pending.push_back(w.all_reduce(buffers.back(), sum));
      }
      for (std::size_t k = 0; k < many; ++k) {
        // Each rank begins elsewhere, or at the end.
        const auto shifted = (k + static_cast<std::size_t>(w.rank()) * 5) % many;
        const auto i = reversed ? many - 1 - k : shifted;
        pending[i].get();
        const auto wanted = 4.0f * static_cast<float>(i);
        c.that(
            std::all_of(buffers[i].begin(), buffers[i].end(), [&](float x) { return x == wanted; }),
            "sum " + std::to_string(i));
      }
    }
  });
  c.require_all();
}

TEST_CASE("Chains of continuations run collectives one after the other", "[threads]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    std::array<int, 4> a{1, 1, 1, 1};
    auto chain = w.all_reduce(a, sum)
                     .then([&](const outcome&) { return w.all_reduce(a, sum); })
                     .then([&](const outcome&) { return w.all_reduce(a, prod); })
                     .then([&](const outcome& o) { return a[3] + o.contributors; });
    c.that(chain.get() == 9 * 9 * 9 + 3, "1 -> 3 -> 9 -> 729");
  });
  c.require_all();
}

TEST_CASE("Tensors are moved in and come back", "[threads]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    auto t = w.allocate<float>(5000);
    std::fill(t.begin(), t.end(), 2.0f);
    auto sums = w.all_reduce(std::move(t), sum).get();
    c.that(sums.size() == 5000 && sums[4999] == 6.0f, "all_reduce");
    auto block = w.allocate<int>(2);
    block[0] = block[1] = w.rank();
    auto all = w.all_gather(std::move(block)).get();
    c.that(all.size() == 6 && all[0] == 0 && all[3] == 1 && all[5] == 2, "all_gather");
    const auto own = w.reduce_scatter(all, sum).get();
    c.that(own.size() == 2 && own[0] == 3 * w.rank(), "reduce_scatter");
    // Nobody waits, and the memory goes with the operation.
    auto dropped = w.all_reduce(std::move(sums), sum);
    dropped.wait();
  });
  c.require_all();
}

TEST_CASE("Two hundred ranks are coroutines on a few threads", "[threads]") {
  checks c;
  constexpr rank_id ranks = 200;
  world local{{.ranks = ranks}};
  local.run([&](communicator w) -> task<> {
    std::array<std::int64_t, 2> values{w.rank(), 1};
    co_await w.all_reduce(values, sum);
    c.that(values[0] == ranks * (ranks - 1) / 2 && values[1] == ranks, "a sum");
    int out = w.rank(), in = -1;
    auto sent = w.send(std::span{&out, 1}, (w.rank() + 1) % ranks);
    const auto got = co_await w.recv(std::span{&in, 1}, any_source);
    co_await sent;
    c.that(in == got.source && in == (w.rank() + ranks - 1) % ranks, "a ring");
    auto barrier = w.barrier();
    const auto met = co_await barrier.settled();
    c.that(met.has_value(), "a barrier");
  });
  c.require_all();
}

TEST_CASE("A coroutine that throws fails its rank, and others learn it", "[threads]") {
  world local{{.ranks = 3}};
  local.spawn([](communicator w) -> task<> {
    if (w.rank() == 1) throw std::runtime_error{"coroutine"};
    co_await w.barrier();
  });
  const auto verdicts = local.join();
  CHECK(verdicts[0] == errc::peer_failed);
  CHECK(verdicts[1] == errc::program_failed);
  CHECK(verdicts[2] == errc::peer_failed);
}

TEST_CASE("A rank that computes answers its peers all the same", "[threads]") {
  checks c;
  std::atomic<bool> others_done{false};
  world_test::run(3, [&](const communicator& w) {
    std::array<int, 3> values{w.rank(), 1, 2};
    std::vector<float> large(30'000, 1.0f);
    auto small = w.all_reduce(values, sum);
    auto big = w.all_reduce(large, sum);
    if (w.rank() == 0) {
      // Computes until the others have their results, without a call to the library.
      const auto limit = std::chrono::steady_clock::now() + 30s;
      while (!others_done && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
      c.that(others_done, "the others did not have to wait for this rank's next call");
    } else {
      small.get();
      big.get();
      int both = 0;
      if (w.rank() == 1) {
        w.recv(std::span{&both, 1}, 2).get();
        others_done = true;
        return;
      }
      w.send(std::span{&both, 1}, 1).get();
      return;
    }
    small.get();
    big.get();
    c.that(values[0] == 3 && large[29'999] == 3.0f, "and are right");
  });
  c.require_all();
}

TEST_CASE("Many more ranks than cores make progress", "[threads]") {
  checks c;
  world_test::run(48, [&](const communicator& w) {
    for (int i = 0; i < 10; ++i) {
      std::array<int, 50> values;
      values.fill(1);
      w.all_reduce(values, sum).get();
      c.that(values[0] == 48, "a sum");
      w.barrier().get();
    }
  });
  c.require_all();
}

TEST_CASE("wait_for comes back in time, and the call goes on", "[threads]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    int value = 7;
    if (w.rank() == 0) {
      auto pending = w.recv(std::span{&value, 1}, 1);
      c.that(!pending.wait_for(20ms), "nothing yet");
      w.barrier().get();
      c.that(pending.wait_for(30s) && value == 8, "then it comes");
    } else {
      value = 8;
      w.barrier().get();
      w.send(std::span{&value, 1}, 0).get();
    }
  });
  c.require_all();
}

TEST_CASE("within limits a collective that a peer never joins", "[threads]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    int token = 0;
    if (w.rank() == 0) {
      std::array<int, 2> values{};
      const auto result = w.all_reduce(values, sum).within(50ms).result();
      c.that(!result && result.error() == errc::timeout, "timeout");
      w.send(std::span{&token, 1}, 1).get();
    } else {
      w.recv(std::span{&token, 1}, 0).get();
    }
  });
  c.require_all();
}

TEST_CASE("A future may be waited for by another thread than the caller's", "[threads]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    for (int i = 0; i < 50; ++i) {
      std::array<int, 10> a{i}, b{2 * i};
      auto first = w.all_reduce(a, sum);
      auto second = w.all_reduce(b, sum);
      std::thread waits{[&] { second.get(); }};
      first.get();
      waits.join();
      c.that(a[0] == 2 * i && b[0] == 4 * i, "both");
    }
  });
  c.require_all();
}

TEST_CASE("Worlds live side by side", "[threads]") {
  checks c;
  std::vector<std::thread> threads;
  for (int k = 1; k <= 3; ++k)
    threads.emplace_back([&c, k] {
      for (int round = 0; round < 3; ++round)
        world_test::run(k, [&](const communicator& w) {
          int one = 1;
          w.all_reduce(std::span{&one, 1}, sum).get();
          c.that(one == k, "its own ranks only");
        });
    });
  for (auto& each : threads) each.join();
  c.require_all();
}
