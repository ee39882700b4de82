#include <troupe/troupe.hpp>

#include <catch2/catch.hpp>

#include <mutex>
#include <set>

#include "tests/deploy/coverage.hpp"

using namespace coverage;

namespace {

void check_world(troupe::rank_id ranks, selection which) {
  std::mutex mutex;
  report together;
  troupe::world local{{.ranks = ranks}};
  local.run([&](const troupe::communicator& world) {
    const auto own = check_coverage(world, which);
    std::lock_guard lock{mutex};
    together.cells += own.cells;
    for (const auto& each : own.wrong) together.add(each);
  });
  for (const auto& each : together.wrong) UNSCOPED_INFO(each);
  CHECK(together.wrong.empty());
  CHECK(together.cells > 0);
  CHECK(together.cells % static_cast<std::size_t>(ranks) == 0);
}

}  // namespace

TEST_CASE("Every two values of different columns meet in some cell", "[coverage]") {
  std::set<std::size_t> wanted, met;
  for (const auto& each : all_cells())
    for (const auto pair : pairs_of(each)) wanted.insert(pair);
  const auto chosen = pairwise_cells();
  for (const auto& each : chosen)
    for (const auto pair : pairs_of(each)) met.insert(pair);
  CHECK(met == wanted);
  CHECK(chosen.size() < all_cells().size() / 5);
  for (const auto& entry : troupe::algorithms())
    CHECK(std::any_of(chosen.begin(), chosen.end(),
                      [&](const cell& c) { return c.kind == entry.kind && c.how == entry.name; }));
}

TEST_CASE("Collectives agree with a sequential fold", "[coverage]") {
  const troupe::rank_id ranks = GENERATE(1, 2, 3, 4, 5, 8);
  CAPTURE(ranks);
  check_world(ranks, selection::pairwise);
}

TEST_CASE("Collectives agree with a sequential fold in every cell", "[.nightly]") {
  const troupe::rank_id ranks = GENERATE(1, 2, 3, 4, 5, 8);
  CAPTURE(ranks);
  check_world(ranks, selection::everything);
}
