#include <troupe/troupe.hpp>

#include <catch2/catch.hpp>

#include <mutex>
#include <numeric>

#include "tests/deploy/coverage.hpp"
#include "tests/deploy/nodes.hpp"

using namespace troupe;

namespace {

void check_nodes(const std::vector<rank_id>& ranks, coverage::selection which) {
  std::mutex mutex;
  coverage::report together;
  const auto endings = nodes::run(nodes::set_up(ranks), [&](const communicator& world) {
    const auto own = coverage::check_coverage(world, which);
    std::lock_guard lock{mutex};
    together.cells += own.cells;
    for (const auto& each : own.wrong) together.add(each);
  });
  for (const auto& each : endings) {
    INFO(to_string(each.start));
    CHECK(!each.start);
    for (const auto& verdict : each.verdicts) {
      INFO(to_string(verdict));
      CHECK(!verdict);
    }
  }
  for (const auto& each : together.wrong) UNSCOPED_INFO(each);
  CHECK(together.wrong.empty());
  CHECK(together.cells > 0);
}

}  // namespace

TEST_CASE("Collectives over TCP agree with a sequential fold", "[coverage]") {
  const auto ranks = GENERATE(std::vector<rank_id>{1, 1}, std::vector<rank_id>{2, 1});
  check_nodes(ranks, coverage::selection::pairwise);
}

TEST_CASE("Collectives over TCP agree with a sequential fold in every cell", "[.nightly]") {
  const auto ranks =
      GENERATE(std::vector<rank_id>{1, 1}, std::vector<rank_id>{1, 1, 1},
               std::vector<rank_id>{1, 1, 1, 1}, std::vector<rank_id>{2, 1, 2},
               std::vector<rank_id>{1, 1, 1, 1, 1, 1, 1, 1}, std::vector<rank_id>{4, 4});
  check_nodes(ranks, coverage::selection::everything);
}

TEST_CASE("Rings of sends that come first go round over TCP, from nothing to 64 MiB") {
  const auto endings = nodes::run(nodes::set_up({1, 1, 1}), [](const communicator& world) {
    const auto next = (world.rank() + 1) % world.size();
    const auto before = (world.rank() + world.size() - 1) % world.size();
    for (const std::size_t count : {0UL, 1UL, 1000UL, 20'000UL, 16UL << 20}) {
      std::vector<std::int32_t> mine(count), theirs(count, -1);
      std::iota(mine.begin(), mine.end(), world.rank());
      auto sent = world.send(mine, next, {.tag = 5});
      const auto got = world.recv(theirs, before, {.tag = 5}).get();
      sent.get();
      if (got.count != count ||
          (count > 0 && theirs[count - 1] != mine[count - 1] - world.rank() + before))
        throw std::runtime_error{"wrong data of " + std::to_string(count) + " elements"};
    }
  });
  for (const auto& each : endings)
    for (const auto& verdict : each.verdicts) {
      INFO(to_string(verdict));
      CHECK(!verdict);
    }
}
