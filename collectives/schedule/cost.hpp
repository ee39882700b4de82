#pragma once

#include <troupe/actors/link/link.hpp>
#include <troupe/collectives/schedule/schedule.hpp>

#include <cstddef>

namespace troupe {

/// What moving and folding costs on one class of links.
/// Units: seconds, and seconds per byte.
struct link_parameters {
  double alpha = 0;     ///< one message, from the decision to send to the peer's use of it
  double overhead = 0;  ///< each further message that a rank sends or receives at the same time
  double beta = 0;      ///< a byte of a message
  double gamma = 0;     ///< a byte folded into another
  bool views = false;   ///< windows are the peer's memory: their bytes cost nothing to move
  bool pulled = false;  ///< receivers move the bytes, so one sender serves many at full speed

  /// One hop of `bytes` that are received into memory.
  constexpr double message(double bytes) const { return alpha + bytes * beta; }
  /// Moving `bytes` that are only folded or copied from.
  constexpr double view(double bytes) const { return views ? 0 : bytes * beta; }
  /// Sending `bytes` to each of `receivers` at once.
  constexpr double fan_out(double bytes, double receivers) const {
    return bytes * beta * (pulled ? 1 : receivers);
  }
};

/// Figures of the project's machines, good enough to rank algorithms.
constexpr link_parameters default_parameters(link_class medium) {
  switch (medium) {
    case link_class::in_process:
      return {0.2e-6, 0.05e-6, 1 / 20e9, 1 / 15e9, true, true};
    case link_class::shared_memory:
      return {0.3e-6, 0.1e-6, 1 / 10e9, 1 / 15e9, false, true};
    case link_class::tcp:
      break;
  }
  return {12e-6, 3e-6, 1 / 1.3e9, 1 / 15e9, false, false};
}

/// What the closed forms of predicted times speak of. Depends only on what is equal on all ranks.
struct cost_terms {
  double ranks;         ///< n
  double others;        ///< n - 1
  double fan;           ///< n - 2: messages beyond the first when a rank speaks to all
  double rounds;        ///< the least k with 2^k >= n
  double whole_rounds;  ///< the greatest k with 2^k <= n
  double power;         ///< 2^whole_rounds
  bool uneven;          ///< n is no power of two
  double bytes;         ///< `count` elements
  double segment;       ///< bytes of a piece; `bytes` or more if nothing is cut

  cost_terms(const collective_shape& shape, std::size_t element_size);

  /// Moving `block` bytes and folding them, piece by piece: the fold of one piece hides the
  /// transfer of the next, for one more fixed cost a piece.
  double fold_round(double block, const link_parameters& link) const;
};

}  // namespace troupe
