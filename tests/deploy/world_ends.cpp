#include <catch2/catch.hpp>

#include <array>
#include <latch>

#include "tests/deploy/world_support.hpp"

using namespace troupe;
using world_test::checks;
using world_test::has;
using namespace std::chrono_literals;

namespace {

struct stopwatch {
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  auto elapsed() const { return std::chrono::steady_clock::now() - begin; }
};

template <class T>
bool names(const expected<T>& result, rank_id peer) {
  if (result || result.error() != errc::peer_failed) return false;
  const auto& peers = result.error().details().peers;
  return std::find(peers.begin(), peers.end(), peer) != peers.end();
}

/// Ranks but the last wait for the last, each in its own way, and stay until all have its news.
void wait_for_last(checks& c, const communicator& w, std::latch& all_know) {
  const auto last = w.size() - 1;
  const stopwatch watch;
  std::array<int, 4> ints{};
  std::vector<int> large(100'000);
  switch (w.rank() % 5) {
    case 0: {
      const auto result = w.barrier().result();
      c.that(names(result, last), result ? "a barrier succeeded" : to_string(result.error()));
      break;
    }
    case 1: {
      const auto result = w.recv(ints, last).result();
      c.that(names(result, last), result ? "a receive succeeded" : to_string(result.error()));
      break;
    }
    case 2: {
      const auto result = w.send(large, last).result();
      c.that(names(result, last), result ? "a send succeeded" : to_string(result.error()));
      break;
    }
    case 3: {
      // More than goes beside a header, and nobody but the two: the answer comes from the last.
      const auto result = w.send(ints, last, {.completion = completion::matched}).result();
      c.that(names(result, last), result ? "a send succeeded" : to_string(result.error()));
      break;
    }
    case 4: {
      auto pending = w.recv(ints, any_source, {.tag = 9});
      w.send(ints, last, {.tag = 8}).get();
      const auto result = pending.result();
      c.that(!result && result.error() == errc::peer_failed_pending, "a wildcard receive");
      break;
    }
  }
  c.that(watch.elapsed() < 2s, "within two seconds");
  all_know.arrive_and_wait();
}

/// The last waits until the wildcard is posted, which is told of later deaths only.
void wait_for_wildcard(const communicator& w) {
  std::array<int, 4> ints{};
  w.recv(ints, 4, {.tag = 8}).get();
}

}  // namespace

TEST_CASE("When a body throws, who waits for it learns who failed, and why", "[ends]") {
  checks c;
  std::latch all_know{5};
  world local{{.ranks = 6}};
  local.spawn([&](const communicator& w) {
    if (w.rank() == 5) {
      wait_for_wildcard(w);
      throw std::runtime_error{"out of coffee"};
    }
    wait_for_last(c, w, all_know);
    std::array<int, 4> ints{};
    const auto result = w.recv(ints, 5).result();
    c.that(names(result, 5), "later calls learn it too");
    if (w.rank() == 0) c.that(has(to_string(result.error()), "out of coffee"), "and why");
  });
  const auto verdicts = local.join();
  REQUIRE(verdicts.size() == 6);
  for (std::size_t r = 0; r < 5; ++r) CHECK_FALSE(verdicts[r]);
  CHECK(verdicts[5] == errc::program_failed);
  CHECK(has(to_string(verdicts[5]), "out of coffee"));
  c.require_all();
}

TEST_CASE("When a body returns early, who waits for it learns who left", "[ends]") {
  checks c;
  std::latch all_know{5};
  world_test::run(6, [&](const communicator& w) {
    if (w.rank() == 5) return wait_for_wildcard(w);
    wait_for_last(c, w, all_know);
  });
  c.require_all();
}

TEST_CASE("A wildcard receive with nobody left to send ends", "[ends]") {
  checks c;
  world local{{.ranks = 3}};
  local.run([&](const communicator& w) {
    int value = 0;
    if (w.rank() != 0) {
      w.send(std::span{&value, 1}, 0).get();
      return;
    }
    // Both have left when it is posted; what they sent comes first all the same.
    for (const rank_id peer : {1, 2}) {
      const auto gone = w.recv(std::span{&value, 1}, peer, {.tag = 5}).result();
      c.that(names(gone, peer), "has left");
    }
    for (int i = 0; i < 2; ++i)
      c.that(w.recv(std::span{&value, 1}).result().has_value(), "what was sent");
    const auto last = w.recv(std::span{&value, 1}).result();
    c.that(!last && last.error() == errc::peer_failed_pending, "nobody is left");
  });
  c.require_all();
}

TEST_CASE("A large collective without the rank that left fails, naming it", "[ends]") {
  const auto how = GENERATE(algorithm::flat, algorithm::ring, algorithm::direct,
                            algorithm::rabenseifner, algorithm::recursive_doubling);
  checks c;
  std::latch all_know{3};
  world_test::run(4, [&](const communicator& w) {
    if (w.rank() == 3) return;
    const stopwatch watch;
    std::vector<int> large(50'000);
    const auto result = w.all_reduce(large, sum, {.algorithm = how}).result();
    c.that(names(result, 3), result ? "succeeded" : to_string(result.error()));
    c.that(watch.elapsed() < 2s, "within two seconds");
    all_know.arrive_and_wait();
  });
  c.require_all();
}

TEST_CASE("What a rank sent before it left still arrives", "[ends]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    std::vector<int> small(3, 5), staged(5000, 6), large(100'000, 7);
    if (w.rank() == 1) {
      w.send(small, 0).get();
      w.send(staged, 0).get();
      auto sent = w.send(large, 0);
      sent.get();
      return;
    }
    small.assign(3, 0), staged.assign(5000, 0), large.assign(100'000, 0);
    w.recv(small, 1).get();
    w.recv(staged, 1).get();
    w.recv(large, 1).get();
    c.that(small[2] == 5 && staged[4999] == 6 && large[99'999] == 7, "all of it");
    c.that(names(w.recv(small, 1).result(), 1), "and then no more");
  });
  c.require_all();
}

TEST_CASE("run throws the failure of the rank that failed by itself", "[ends]") {
  world local{{.ranks = 4}};
  try {
    local.run([](const communicator& w) {
      if (w.rank() == 2) throw std::runtime_error{"the cause"};
      w.barrier().get();
    });
    FAIL("returned");
  } catch (const exception& e) {
    CHECK(e.reason() == errc::program_failed);
    CHECK(has(e.what(), "the cause"));
  }
}

TEST_CASE("A collective that does not need the rank that left succeeds", "[ends]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    std::array<int, 4> ints{w.rank(), 1, 2, 3};
    // The root of a flat broadcast needs nobody; it is over and gone while others still read.
    c.that(
        w.broadcast(ints, 0, {.algorithm = algorithm::flat}).result().has_value() && ints[0] == 0,
        "the root's data came");
  });
  c.require_all();
}

TEST_CASE("Cancelling ends a call at once, and its memory is free", "[cancel]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    if (w.rank() == 0) {
      std::vector<int> into(1000);
      auto receive = w.recv(into, 1, {.tag = 3});
      receive.cancel();
      const auto received = receive.result();
      c.that(!received && received.error() == errc::cancelled, "a receive");

      std::vector<int> large(100'000);
      auto send = w.send(large, 1, {.tag = 4});
      send.cancel();
      const auto sent = send.result();
      c.that(!sent && sent.error() == errc::cancelled, "a send that nobody has matched");

      { auto dropped = w.recv(into, 1, {.tag = 3}); }  // as good as cancelled
    }
    w.barrier().get();
    if (w.rank() == 1) {
      int value = 5;
      w.send(std::span{&value, 1}, 0, {.tag = 3}).get();
      c.that(!w.probe(0, 4), "the cancelled send is not there");
    } else {
      int value = 0;
      c.that(w.recv(std::span{&value, 1}, 1, {.tag = 3}).get().count == 1 && value == 5,
             "the cancelled receives have not taken it");
    }
  });
  c.require_all();
}

TEST_CASE("A cancelled collective ends for all members", "[cancel]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    int one = 1;
    if (w.rank() == 0) {
      auto pending = w.all_reduce(std::span{&one, 1}, sum);
      pending.cancel();
      c.that(!pending.result().has_value(), "here");
      int token = 0;
      w.send(std::span{&token, 1}, 2).get();
    } else if (w.rank() == 1) {
      const auto result = w.all_reduce(std::span{&one, 1}, sum).result();
      c.that(!result && result.error() == errc::cancelled, "there");
      if (!result) c.that(has(to_string(result.error()), "rank 0"), to_string(result.error()));
    }
    if (w.rank() == 2) {
      int token = 0;
      w.recv(std::span{&token, 1}, 0).get();
      const auto result = w.all_reduce(std::span{&one, 1}, sum).result();
      c.that(!result && result.error() == errc::cancelled, "and for who comes late");
    }
    one = 1;
    c.that(w.all_reduce(std::span{&one, 1}, sum).result().has_value() && one == 3, "the next");
  });
  c.require_all();
}

TEST_CASE("A communicator that outlives its world gives errors", "[ends]") {
  communicator left_over;
  std::array<int, 4> ints{};
  {
    world local{{.ranks = 1}};
    local.run([&](communicator w) { left_over = std::move(w); });
    CHECK(left_over.barrier().result().error() == errc::cancelled);
  }
  CHECK(left_over.rank() == 0);
  CHECK(left_over.size() == 1);
  CHECK_FALSE(left_over.barrier().result());
  CHECK_FALSE(left_over.send(ints, 0).result());
  CHECK_FALSE(left_over.recv(ints, 0).within(1s).result());
  CHECK_FALSE(left_over.all_reduce(ints, sum).then([](const outcome&) {}).result());
  CHECK_FALSE(left_over.probe());
  const auto why = left_over.barrier().result().error();
  CHECK(has(to_string(why), "barrier on world"));
}

TEST_CASE("A world takes one body only", "[ends]") {
  world local{{.ranks = 2}};
  local.run([](const communicator& w) { w.barrier().get(); });
  try {
    local.run([](const communicator&) {});
    FAIL("ran again");
  } catch (const exception& e) {
    CHECK(e.reason() == errc::invalid_usage);
  }
}

TEST_CASE("A world that nobody ran goes away quietly", "[ends]") {
  const world idle{{.ranks = 3}};
  CHECK(idle.size() == 3);
}

TEST_CASE("A future kept beyond its body is over, not dangling", "[ends]") {
  std::vector<future<status>> kept;
  std::mutex mutex;
  std::array<std::array<int, 4>, 2> memory{};
  world_test::run(2, [&](const communicator& w) {
    auto pending = w.recv(memory[static_cast<std::size_t>(w.rank())], any_source, {.tag = 1});
    std::lock_guard lock{mutex};
    kept.push_back(std::move(pending));
  });
  for (auto& each : kept) CHECK_FALSE(each.result());
}
