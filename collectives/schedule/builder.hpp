#pragma once

#include <troupe/collectives/schedule/hazards.hpp>
#include <troupe/collectives/schedule/schedule.hpp>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

namespace troupe {

/// Stands for a step that was not needed; ignored as a dependency.
inline constexpr step_id no_step = std::numeric_limits<step_id>::max();

constexpr location input_at(std::size_t offset) {
  return {place::input, 0, offset};
}
constexpr location output_at(std::size_t offset) {
  return {place::output, 0, offset};
}
constexpr location scratch_at(std::size_t offset) {
  return {place::scratch, 0, offset};
}

constexpr location operator+(location at, std::size_t elements) {
  at.offset += elements;
  return at;
}

/// Writes a schedule. Steps are added in an order in which one thread could run them; what each
/// must really wait for (data it reads, readers of what it overwrites) the builder finds itself,
/// knowing which memory is the same in place. So steps that touch different elements stay
/// independent, and a forgotten dependency cannot happen; `after` adds those that no memory shows.
///
/// A step of no elements is not needed and gives `no_step`: both ends of a message know its count,
/// so both leave it out.
///
/// A send of memory that the peer takes as a window is over only when the peer's folds are over.
/// Two ranks that exchange windows must therefore not fold into what they send: each would wait for
/// the other.
class schedule_builder {
 public:
  using steps = std::initializer_list<step_id>;

  /// What `receive_window` gives: the step, and the window's start as a source.
  struct window {
    step_id step = no_step;
    location at{place::window, 0, 0};
  };

  explicit schedule_builder(const collective_shape& shape) : shape_{shape} {}

  step_id send(rank_id peer, std::uint32_t tag, location at, std::size_t count, steps after = {});
  step_id receive(rank_id peer, std::uint32_t tag, location at, std::size_t count,
                  steps after = {});
  window receive_window(rank_id peer, std::uint32_t tag, std::size_t count, steps after = {});

  /// `at` = the reduction of `sources` in their order; `finish` if no later fold touches these
  /// elements on any rank.
  step_id fold(location at, std::span<const location> sources, std::size_t count, bool finish,
               steps after = {});
  step_id fold(location at, std::initializer_list<location> sources, std::size_t count, bool finish,
               steps after = {});

  /// Nothing if both are the same memory.
  step_id copy(location at, location from, std::size_t count, steps after = {});

  /// A message of no elements, sent when the steps `after` are over.
  step_id signal(rank_id peer, std::uint32_t tag, std::span<const step_id> after);
  /// Over when the peer's signal has come.
  step_id await(rank_id peer, std::uint32_t tag);

  /// Fresh memory of the operation's own.
  location scratch(std::size_t elements);

  schedule take() && { return std::move(schedule_); }

 private:
  step_id next() const { return static_cast<step_id>(schedule_.steps.size()); }
  location same_memory(location at) const;
  void reads(location at, std::size_t count);
  void writes(location at, std::size_t count);
  step_id add(step s, std::span<const step_id> after);

  collective_shape shape_;
  schedule schedule_;
  std::array<detail::hazards, 3> memory_;  // by place
  std::vector<step_id> window_steps_;      // which receive fills each window
  std::vector<step_id> waits_for_;         // of the step being added
};

}  // namespace troupe
