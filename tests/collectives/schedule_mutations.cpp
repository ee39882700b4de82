#include <troupe/collectives/schedule/table.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <utility>
#include <vector>

#include "symbolic.hpp"

using namespace troupe;

namespace {

struct group {
  std::vector<collective_shape> shapes;
  std::vector<schedule> schedules;
};

group make(const algorithm_entry& entry, rank_id size, std::size_t count, bool in_place,
           std::size_t segment = 0) {
  group g;
  for (rank_id rank = 0; rank < size; ++rank) {
    g.shapes.push_back({entry.kind, rank, size, size / 2, count, in_place, segment});
    g.schedules.push_back(entry.make(g.shapes.back()));
  }
  return g;
}

bool caught(const algorithm_entry& entry, const group& g) {
  const bool barrier = entry.kind == primitive::barrier;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto late = static_cast<rank_id>(seed % g.shapes.size());
    const std::string fault =
        symbolic::fault_in(g.schedules, g.shapes, entry.rank_ordered,
                           {seed, barrier ? std::optional{late} : std::nullopt});
    if (!fault.empty()) return true;
  }
  return false;
}

/// Calls `each(schedule to change, step)` on a fresh copy of the group for every step of every
/// rank.
template <class Each>
void for_every_step(const group& right, const Each& each) {
  for (std::size_t rank = 0; rank < right.schedules.size(); ++rank) {
    for (step_id id = 0; id < right.schedules[rank].steps.size(); ++id) each(rank, id);
  }
}

const algorithm_entry& ring() {
  return *find(primitive::all_reduce, algorithm::ring);
}

}  // namespace

TEST_CASE("each dependency of each algorithm is needed, and the check sees when one is missing") {
  for (const algorithm_entry& entry : algorithms()) {
    for (const bool in_place : {false, true}) {
      for (const rank_id size : {2, 4, 5}) {
        // What a rank hears in a barrier overlaps unless the size is a power of two.
        if (entry.kind == primitive::barrier && size == 5) continue;
        const group right = make(entry, size, 13, in_place, 3);
        REQUIRE_FALSE(caught(entry, right));
        for_every_step(right, [&](std::size_t rank, step_id id) {
          for (std::uint32_t d = 0; d < right.schedules[rank].steps[id].dependencies; ++d) {
            group wrong = right;
            schedule& s = wrong.schedules[rank];
            step& changed = s.steps[id];
            std::swap(s.dependencies[changed.first_dependency + d],
                      s.dependencies[changed.first_dependency + changed.dependencies - 1]);
            --changed.dependencies;
            INFO(to_string(entry.kind)
                 << " " << to_string(entry.name) << " ranks " << size << " rank " << rank
                 << " step " << id << " dependency " << d << " in place " << in_place);
            if (!caught(entry, wrong)) FAIL("not noticed");
          }
        });
      }
    }
  }
}

TEST_CASE("the check sees a fold that swaps, repeats or forgets a source") {
  const algorithm_entry& flat = *find(primitive::all_reduce, algorithm::flat);
  const group right = make(flat, 4, 3, false);
  const auto change_fold = [&](const auto& change) {
    group wrong = right;
    for (step& s : wrong.schedules[1].steps) {
      if (s.kind == step_kind::fold) change(wrong.schedules[1], s);
    }
    return caught(flat, wrong);
  };
  CHECK(change_fold([](schedule& s, step& f) {
    std::swap(s.sources[f.first_source], s.sources[f.first_source + 1]);
  }));
  CHECK(change_fold(
      [](schedule& s, step& f) { s.sources[f.first_source] = s.sources[f.first_source + 1]; }));
  CHECK(change_fold([](schedule&, step& f) { --f.sources; }));
  CHECK(change_fold([](schedule&, step& f) { f.finish = false; }));
}

TEST_CASE("the check sees any change of a message's tag, count, peer or place") {
  const group right = make(ring(), 3, 7, false);
  for_every_step(right, [&](std::size_t rank, step_id id) {
    const step_kind kind = right.schedules[rank].steps[id].kind;
    if (kind != step_kind::send && kind != step_kind::receive) return;
    const auto noticed = [&](const auto& change) {
      group wrong = right;
      change(wrong.schedules[rank].steps[id]);
      return caught(ring(), wrong);
    };
    CHECK(noticed([](step& s) { s.tag += 100; }));
    CHECK(noticed([](step& s) { ++s.count; }));
    CHECK(noticed([](step& s) { s.peer = 3; }));
    CHECK(noticed([](step& s) { s.at.offset += 1; }));
  });
}

TEST_CASE("the check sees any fold that finishes too early, or not at all") {
  const group right = make(ring(), 4, 8, false);
  for_every_step(right, [&](std::size_t rank, step_id id) {
    if (right.schedules[rank].steps[id].kind != step_kind::fold) return;
    group wrong = right;
    wrong.schedules[rank].steps[id].finish ^= true;
    CHECK(caught(ring(), wrong));
  });
}

TEST_CASE("the check sees two ranks that wait for each other") {
  // Each folds into what the other still reads, so neither send can end.
  group g;
  for (rank_id rank = 0; rank < 2; ++rank) {
    g.shapes.push_back({primitive::all_reduce, rank, 2, 0, 4, true, 0});
    schedule s;
    s.windows = {4};
    s.sources = {{place::output, 0, 0}, {place::window, 0, 0}};
    s.dependencies = {0, 1};
    s.steps = {{.kind = step_kind::send, .peer = 1 - rank, .at = {place::output}, .count = 4},
               {.kind = step_kind::receive, .peer = 1 - rank, .at = {place::window}, .count = 4},
               {.kind = step_kind::fold,
                .finish = true,
                .at = {place::output},
                .count = 4,
                .sources = 2,
                .dependencies = 2}};
    g.schedules.push_back(std::move(s));
  }
  symbolic::formulas all;
  const auto result = symbolic::run(g.schedules, g.shapes, all, {});
  CHECK(result.fault.find("stands still") != std::string::npos);
}

TEST_CASE("the check sees a write to an input that is not in place") {
  const algorithm_entry& direct = *find(primitive::all_reduce, algorithm::direct);
  group wrong = make(direct, 3, 6, false);
  for (step& s : wrong.schedules[2].steps) {
    if (s.kind == step_kind::fold) s.at.where = place::input;
  }
  CHECK(caught(direct, wrong));
}
