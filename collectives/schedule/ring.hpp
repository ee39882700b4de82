#pragma once

#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/slice.hpp>

#include <cstdint>
#include <functional>

namespace troupe::schedules {

/// A rank's place in a ring, and the blocks that travel around it: block p belongs to place p.
struct ring {
  rank_id place = 0;
  rank_id size = 1;
  rank_id left = 0;         ///< the rank before
  rank_id right = 0;        ///< the rank after
  std::size_t segment = 0;  ///< blocks are cut into pieces of so many elements
  std::function<slice(rank_id)> block{};

  std::uint32_t tags_a_round() const;
};

/// The ring of all ranks in rank order.
ring ring_of(const collective_shape& shape, std::function<slice(rank_id)> block);

/// n - 1 rounds after which block `place` of all inputs has been folded: block p starts at place
/// p + 1 and each place folds its own part in and passes it on.
///
/// `sum(block, round)` says where the block that is folded in `round` goes; it may be reused once
/// the next round has sent it. Gives the first tag that is free.
std::uint32_t reduce_scatter_around(
    schedule_builder& b, const ring& r, std::uint32_t first_tag,
    const std::function<location(rank_id block, rank_id round)>& sum);

/// n - 1 rounds after which all blocks are in the output: the own one is sent from `own`, each is
/// received in its place and passed on, unless the rank to the right `has_all` blocks already.
/// Gives the first tag that is free.
std::uint32_t all_gather_around(schedule_builder& b, const ring& r, std::uint32_t first_tag,
                                location own, bool right_has_all = false);

/// The part in `all_gather_around` of a rank whose input holds all blocks.
void send_all_around(schedule_builder& b, const ring& r, std::uint32_t first_tag);

}  // namespace troupe::schedules
