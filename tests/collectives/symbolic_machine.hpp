#pragma once

#include <random>
#include <tuple>

#include "symbolic.hpp"

namespace troupe::symbolic {

/// One rank's memory: two places may be the same cells.
struct memory {
  std::vector<value> cells;
  std::vector<std::uint16_t> readers, writers;  // active steps that use a cell
  std::size_t first[3] = {};                    // by place
  std::size_t size[3] = {};
};

/// All ranks in the middle of a collective.
class machine {
 public:
  machine(std::span<const schedule> ranks, std::span<const collective_shape> shapes, formulas& all,
          run_options options);

  run_result run();

 private:
  enum class phase : std::uint8_t { waiting, active, read, over };
  struct progress {
    phase now = phase::waiting;
    std::uint32_t missing = 0;      // dependencies that aren't over
    std::vector<step_id> unblocks;  // who depends on it
    std::int64_t partner = -1;      // message: the peer's step
    std::vector<value> carried;     // plain receive: what was read
  };
  struct rank_state {
    std::vector<progress> steps;
    memory mem;
    std::vector<step_id> window_receive;
    std::vector<std::uint32_t> window_users;  // folds and copies that aren't over
    std::size_t left = 0;
    bool entered = false;
  };
  struct event {
    rank_id rank;
    step_id step;
  };

  void lay_out(rank_id r);
  void link_messages();
  void enter(rank_id r);
  void start(event e);
  void advance(event e);
  void advance_message(event receive);
  void act(event local);
  void over(event e);
  void use(rank_id r, location at, std::size_t count, bool write, int change);
  void locks(event e, int change);
  value* cells(rank_id r, location at, std::size_t count);
  value read(rank_id r, location from, std::size_t index);
  void fail(event e, const std::string& why);

  const schedule& plan(rank_id r) const { return plans_[static_cast<std::size_t>(r)]; }
  const step& step_of(event e) const { return plan(e.rank).steps[e.step]; }
  rank_state& state(rank_id r) { return ranks_[static_cast<std::size_t>(r)]; }
  progress& progress_of(event e) { return state(e.rank).steps[e.step]; }

  std::span<const schedule> plans_;
  std::span<const collective_shape> shapes_;
  formulas& all_;
  run_options options_;
  std::mt19937_64 random_;
  std::vector<rank_state> ranks_;
  std::vector<event> startable_;
  std::vector<event> active_;  // local steps, and receives whose message is under way
  run_result result_;
};

}  // namespace troupe::symbolic
