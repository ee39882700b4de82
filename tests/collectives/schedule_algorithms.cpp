#include <troupe/collectives/schedule/table.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "symbolic.hpp"

using namespace troupe;

namespace {

struct question {
  rank_id size = 1;
  std::size_t count = 0;
  rank_id root = 0;
  std::size_t segment = 0;
  unsigned in_place = 0;  // 0 none, 1 all, 2 odd ranks
  symbolic::run_options run{};
};

std::string text(const algorithm_entry& entry, const question& q) {
  return std::string{to_string(entry.kind)} + " " + std::string{to_string(entry.name)} + " ranks " +
         std::to_string(q.size) + " count " + std::to_string(q.count) + " root " +
         std::to_string(q.root) + " segment " + std::to_string(q.segment) + " in place " +
         std::to_string(q.in_place) + " seed " + std::to_string(q.run.seed);
}

std::string fault_in(const algorithm_entry& entry, const question& q) {
  std::vector<collective_shape> shapes;
  std::vector<schedule> schedules;
  for (rank_id rank = 0; rank < q.size; ++rank) {
    const bool in_place = q.in_place == 1 || (q.in_place == 2 && rank % 2 == 1);
    shapes.push_back({entry.kind, rank, q.size, q.root, q.count, in_place, q.segment});
    schedules.push_back(entry.make(shapes.back()));
  }
  return symbolic::fault_in(schedules, shapes, entry.rank_ordered, q.run);
}

void check(const algorithm_entry& entry, const question& q) {
  const std::string fault = fault_in(entry, q);
  if (!fault.empty()) FAIL(text(entry, q) << ": " << fault);
}

}  // namespace

TEST_CASE("every algorithm gives every small group the right result for every count") {
  std::uint64_t seed = 0;
  for (const algorithm_entry& entry : algorithms()) {
    for (rank_id size = 1; size <= 9; ++size) {
      for (std::size_t count = 0; count <= 67; ++count) {
        const auto root = static_cast<rank_id>(++seed % static_cast<std::uint64_t>(size));
        for (unsigned in_place = 0; in_place < 2; ++in_place)
          check(entry, {size, count, root, 0, in_place, {seed}});
      }
    }
  }
}

TEST_CASE("every algorithm gives groups of up to 33 ranks the right result") {
  std::uint64_t seed = 0;
  const std::size_t segments[] = {0, 1, 3, 16};
  for (const algorithm_entry& entry : algorithms()) {
    for (rank_id size = 1; size <= 33; ++size) {
      const auto n = static_cast<std::size_t>(size);
      for (const std::size_t count : {std::size_t{1}, n - 1, n, n + 1, 2 * n + 1, (n * 7) % 68}) {
        ++seed;
        const auto root = static_cast<rank_id>(seed * 5 % n);
        check(entry, {size, count, root, segments[seed % 4], unsigned(seed % 3), {seed}});
      }
    }
  }
}

TEST_CASE("every algorithm serves every root") {
  for (const algorithm_entry& entry : algorithms()) {
    if (entry.kind != primitive::broadcast && entry.kind != primitive::reduce) continue;
    for (const rank_id size : {2, 3, 5, 8, 13}) {
      for (rank_id root = 0; root < size; ++root) {
        for (const std::size_t count : {0u, 1u, 2u, 9u, 31u})
          check(entry, {size, count, root, 0, unsigned(root) % 3, {count + 1}});
      }
    }
  }
}

TEST_CASE("every algorithm stays right when its messages are cut into pieces") {
  for (const algorithm_entry& entry : algorithms()) {
    for (const rank_id size : {2, 3, 4, 7, 8}) {
      for (const std::size_t count : {0u, 1u, 5u, 16u, 17u, 67u}) {
        for (const std::size_t segment : {1u, 3u, 16u, 100u}) {
          for (unsigned in_place = 0; in_place < 3; ++in_place)
            check(entry, {size, count, size - 1, segment, in_place, {segment}});
        }
      }
    }
  }
}

TEST_CASE("no order of events makes an algorithm go wrong") {
  for (const algorithm_entry& entry : algorithms()) {
    for (const rank_id size : {2, 3, 4, 6, 8}) {
      for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const unsigned in_place = seed % 3;
        const auto root = static_cast<rank_id>(seed % static_cast<std::uint64_t>(size));
        check(entry, {size, 11, root, seed % 5, in_place, {seed}});
      }
    }
  }
}

TEST_CASE("no rank leaves a barrier before the last has entered") {
  for (const algorithm_entry& entry : algorithms()) {
    if (entry.kind != primitive::barrier) continue;
    for (rank_id size = 2; size <= 17; ++size) {
      for (rank_id late = 0; late < size; ++late)
        check(entry, {size, 0, 0, 0, 0, {std::uint64_t(late) + 1, late}});
    }
  }
}

TEST_CASE("which messages an algorithm sends doesn't depend on being in place") {
  for (const algorithm_entry& entry : algorithms()) {
    for (rank_id size = 1; size <= 8; ++size) {
      for (const std::size_t count : {0u, 3u, 20u})
        check(entry, {size, count, 0, 0, 2, {count + 7}});
    }
  }
}

TEST_CASE("a collective of no elements has no steps, unless it is a barrier") {
  for (const algorithm_entry& entry : algorithms()) {
    if (entry.kind == primitive::barrier) continue;
    for (rank_id rank = 0; rank < 6; ++rank)
      CHECK(entry.make({entry.kind, rank, 6, 2, 0}).steps.empty());
  }
}
