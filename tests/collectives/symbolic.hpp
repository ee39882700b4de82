#pragma once

#include <troupe/collectives/schedule/schedule.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace troupe::symbolic {

/// A value of one element: 0 is garbage, others name a formula in `formulas`.
using value = std::uint32_t;

inline constexpr value garbage = 0;

/// The formulas that memory can hold: the element `index` of a rank's input, or a fold of others.
/// Equal formulas have equal names, so equal names are equal bits.
class formulas {
 public:
  value input(rank_id rank, std::size_t index);
  value fold(std::span<const value> parts, bool finish);

  /// Why `v` isn't the finished reduction of element `index` over all ranks, or nothing.
  std::string fault_in_reduction(value v, std::size_t index, rank_id ranks, bool rank_order);
  std::string text(value v) const;

 private:
  struct node {
    rank_id rank = -1;
    std::size_t index = 0;
    std::vector<value> parts{};
    bool finish = false;
    // What is in it, found when it is made.
    std::uint64_t ranks = 0;
    bool sound = true;  // one index, each rank once, nothing folded after a finish
    bool finished = false;
    bool in_order = false;  // one fold of inputs by ascending rank
  };
  value named(node n, std::vector<std::uint64_t> key);

  std::vector<node> nodes_{node{}};
  std::map<std::vector<std::uint64_t>, value> names_;
};

/// How the run's events are ordered.
struct run_options {
  std::uint64_t seed = 1;
  /// This rank enters the collective only when nothing else can happen any more.
  std::optional<rank_id> straggler{};
};

/// What a run of all ranks' schedules gave.
struct run_result {
  std::string fault;  ///< empty if nothing was wrong; else the first thing that was
  std::vector<std::vector<value>> outputs;
  bool finished_before_straggler = false;  ///< some rank was done before the straggler entered
};

/// Runs the schedules of all ranks in a random order of events and checks what no execution may do:
/// stand still, read what another step writes, write what another step (a pending send included)
/// uses, leave its memory, use a tag or window twice, send what nobody receives.
///
/// `shapes` are the ranks' own: they may differ in `in_place`.
run_result run(std::span<const schedule> ranks, std::span<const collective_shape> shapes,
               formulas& all, run_options options);

/// Runs, and checks the outputs and that inputs are untouched. Empty if all is right.
std::string fault_in(std::span<const schedule> ranks, std::span<const collective_shape> shapes,
                     bool rank_order, run_options options);

/// What doesn't depend on an order of events: topological order, tags, windows, message counts.
std::string static_fault_in(std::span<const schedule> ranks);

}  // namespace troupe::symbolic
