#include <catch2/catch.hpp>

#include <sys/resource.h>

#include <array>
#include <thread>

#include "tests/deploy/world_support.hpp"

using namespace troupe;
using namespace std::chrono_literals;

namespace {

std::chrono::microseconds processor_time() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto of = [](const timeval& t) {
    return std::chrono::seconds{t.tv_sec} + std::chrono::microseconds{t.tv_usec};
  };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

/// Processor time that the process used while all ranks waited for one second.
template <class Wait>
std::chrono::microseconds used_while(rank_id ranks, Wait wait) {
  std::chrono::microseconds before{}, after{};
  world_test::checks c;
  world_test::run(ranks, [&](const communicator& w) {
    w.barrier().get();
    if (w.rank() == 0) before = processor_time();
    c.that(wait(w), "the deadline passed, and nothing else happened");
    if (w.rank() == 0) after = processor_time();
    w.barrier().get();
  });
  c.require_all();
  return after - before;
}

/// 1 % of a second, and as much again for what other load on the machine does to clocks and
/// caches; the sanitizers make all work some five times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr auto idle_limit = 50ms;
#else
constexpr auto idle_limit = 20ms;
#endif

}  // namespace

TEST_CASE("Ranks that wait for a message use no processor time", "[idle]") {
  const rank_id ranks = GENERATE(1, 2, 8);
  CAPTURE(ranks);
  const auto used = used_while(ranks, [](const communicator& w) {
    int value = 0;
    const auto result = w.recv(std::span{&value, 1}, any_source, {.deadline = 1s}).result();
    return !result && result.error() == errc::timeout;
  });
  CHECK(used < idle_limit);
}

TEST_CASE("Ranks that wait for a collective use no processor time", "[idle]") {
  const auto used = used_while(4, [](const communicator& w) {
    std::array<int, 2> values{};
    // Rank 0 comes when the others have given up.
    int value = 0;
    if (w.rank() == 0 && w.recv(std::span{&value, 1}, 1, {.deadline = 1s}).result()) return false;
    const auto result = w.all_reduce(values, sum, {.deadline = 1s}).result();
    return !result && result.error() == errc::timeout;
  });
  CHECK(used < idle_limit);
}

TEST_CASE("A world that nobody uses takes no processor time", "[idle]") {
  const world idle{{.ranks = 4}};
  const auto before = processor_time();
  std::this_thread::sleep_for(500ms);
  CHECK(processor_time() - before < idle_limit / 2);
}
