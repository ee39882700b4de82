#include <catch2/catch.hpp>

#include "tests/collectives/reduce_reference.hpp"
#include "tests/deploy/world_support.hpp"

using namespace troupe;
using world_test::checks;

namespace {

/// Floats whose sum depends on the order in which they are added.
std::vector<float> inputs_of(rank_id rank, std::size_t count) {
  std::mt19937_64 random{static_cast<std::uint64_t>(rank) + 99};
  std::vector<float> values(count);
  for (auto& each : values)
    each = std::ldexp(static_cast<float>(random() % 20'001) - 10'000.0f,
                      static_cast<int>(random() % 30));
  return values;
}

std::vector<float> left_fold(rank_id ranks, std::size_t count) {
  auto folded = inputs_of(0, count);
  for (rank_id r = 1; r < ranks; ++r) {
    const auto next = inputs_of(r, count);
    for (std::size_t i = 0; i < count; ++i) folded[i] = folded[i] + next[i];
  }
  return folded;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

constexpr std::size_t counts[] = {1, 100, 50'000, 400'000};

}  // namespace

TEST_CASE("In rank order the bits are those of a left fold, for any size", "[order]") {
  const rank_id ranks = GENERATE(2, 3, 5, 8);
  checks c;
  world_test::run(ranks, [&](const communicator& w) {
    for (const auto count : counts) {
      auto values = inputs_of(w.rank(), count);
      w.all_reduce(values, sum, {.order = order::rank}).get();
      c.that(same_bits(values, left_fold(ranks, count)), "all_reduce of " + std::to_string(count));
      values = inputs_of(w.rank(), count);
      w.reduce(values, sum, ranks - 1, {.order = order::rank}).get();
      if (w.rank() == ranks - 1)
        c.that(same_bits(values, left_fold(ranks, count)), "reduce of " + std::to_string(count));
    }
  });
  c.require_all();
}

TEST_CASE("Whatever the order, all ranks get the same bits, run after run", "[order]") {
  const rank_id ranks = GENERATE(3, 4, 7);
  const auto how =
      GENERATE(algorithm::automatic, algorithm::flat, algorithm::direct,
               algorithm::recursive_doubling, algorithm::rabenseifner, algorithm::ring);
  for (const auto count : counts) {
    std::vector<std::vector<float>> results(static_cast<std::size_t>(ranks));
    std::vector<float> earlier;
    for (int run = 0; run < 2; ++run) {
      world_test::run(ranks, [&](const communicator& w) {
        auto values = inputs_of(w.rank(), count);
        w.all_reduce(values, sum, {.algorithm = how}).get();
        results[static_cast<std::size_t>(w.rank())] = std::move(values);
      });
      for (const auto& each : results) CHECK(same_bits(each, results[0]));
      if (run == 0) earlier = results[0];
    }
    CHECK(same_bits(earlier, results[0]));
    // The inputs are such that a wrong order would show.
    CHECK(results[0].size() == count);
  }
}

TEST_CASE("The inputs of these tests do depend on the order", "[order]") {
  auto reversed = inputs_of(4, 1000);
  for (rank_id r = 3; r >= 0; --r) {
    const auto next = inputs_of(r, 1000);
    for (std::size_t i = 0; i < 1000; ++i) reversed[i] = reversed[i] + next[i];
  }
  CHECK_FALSE(same_bits(reversed, left_fold(5, 1000)));
}
