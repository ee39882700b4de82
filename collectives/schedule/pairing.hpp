#pragma once

#include <troupe/collectives/schedule/builder.hpp>

#include <bit>
#include <cstdint>

namespace troupe::schedules {

/// Brings n ranks down to the greatest power of two p <= n: of the first 2 (n - p) ranks each even
/// one gives its input to the odd one after it, sits out, and gets the result at the end.
/// The others play as members 0 … p - 1, in rank order.
class pairing {
 public:
  explicit pairing(const collective_shape& shape)
      : shape_{shape},
        power_{static_cast<rank_id>(std::bit_floor(static_cast<std::uint32_t>(shape.size)))},
        extra_{shape.size - power_} {}

  rank_id power() const { return power_; }
  bool paired() const { return shape_.rank < 2 * extra_; }
  bool sits_out() const { return paired() && shape_.rank % 2 == 0; }
  rank_id member() const { return paired() ? shape_.rank / 2 : shape_.rank - extra_; }
  rank_id rank_of(rank_id member) const {
    return member < extra_ ? 2 * member + 1 : member + extra_;
  }

  /// One who sits out: gives its input under `first_tag`, gets the result under `last_tag`.
  void watch(schedule_builder& b, std::uint32_t first_tag, std::uint32_t last_tag) const {
    b.send(shape_.rank + 1, first_tag, input_at(0), shape_.count);
    b.receive(shape_.rank + 1, last_tag, output_at(0), shape_.count);
  }

  /// One who plays: takes the input of its partner, if it has one. Gives where its value is now.
  location enter(schedule_builder& b, std::uint32_t first_tag) const {
    if (!paired()) return input_at(0);
    const location given = b.receive_window(shape_.rank - 1, first_tag, shape_.count).at;
    b.fold(output_at(0), {given, input_at(0)}, shape_.count, power_ == 1);
    return output_at(0);
  }

  /// One who plays: gives the result to its partner, if it has one.
  void leave(schedule_builder& b, std::uint32_t last_tag) const {
    if (paired()) b.send(shape_.rank - 1, last_tag, output_at(0), shape_.count);
  }

 private:
  collective_shape shape_;
  rank_id power_;
  rank_id extra_;
};

}  // namespace troupe::schedules
