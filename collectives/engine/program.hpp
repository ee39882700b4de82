#pragma once

#include <troupe/collectives/schedule/schedule.hpp>
#include <troupe/collectives/schedule/table.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace troupe::detail {

/// A schedule with everything worked out that its execution looks up: who waits for whom, which
/// message belongs to which step. Immutable; one serves any number of executions.
class program {
 public:
  explicit program(schedule plan);

  const std::vector<step>& steps() const { return plan_.steps; }
  const schedule& plan() const { return plan_; }

  /// What must be over before a step may run; a receive also counts its message.
  const std::vector<std::uint32_t>& waits() const { return waits_; }

  std::span<const step_id> successors(step_id id) const {
    return std::span{successors_}.subspan(first_successor_[id],
                                          first_successor_[id + 1] - first_successor_[id]);
  }

  /// The receive step for a message. Cost: logarithmic in the number of receives.
  std::optional<step_id> receive_of(rank_id source, std::uint32_t tag) const;

  /// The folds and copies that read each window.
  const std::vector<std::uint32_t>& window_readers() const { return window_readers_; }
  /// The receive that fills each window.
  const std::vector<step_id>& window_fillers() const { return window_fillers_; }

 private:
  struct expected_message {
    rank_id source;
    std::uint32_t tag;
    step_id receive;
  };

  schedule plan_;
  std::vector<std::uint32_t> waits_;
  std::vector<std::uint32_t> first_successor_;
  std::vector<step_id> successors_;
  std::vector<expected_message> messages_;
  std::vector<std::uint32_t> window_readers_;
  std::vector<step_id> window_fillers_;
};

/// Programs by shape and algorithm, so that repeating a call plans nothing.
class program_cache {
 public:
  /// The program for `shape`; made if need be. It stays valid until `capacity` others were asked
  /// for.
  std::shared_ptr<const program> get(const collective_shape& shape, algorithm how);

 private:
  static constexpr std::size_t capacity = 256;
  struct key {
    collective_shape shape;
    algorithm how;
    bool operator==(const key& other) const;
  };
  struct hash {
    std::size_t operator()(const key& k) const;
  };
  std::unordered_map<key, std::shared_ptr<const program>, hash> programs_;
};

}  // namespace troupe::detail
