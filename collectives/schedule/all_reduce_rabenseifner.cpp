#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/pairing.hpp>
#include <troupe/collectives/schedule/slice.hpp>

#include <utility>
#include <vector>

namespace troupe::schedules {
namespace {

struct halving {
  rank_id peer;
  slice kept;
  slice given;
};

/// The rounds of a member: at distance 1, 2, 4 … it keeps one half of what it has left and gives
/// the other to its peer, the lower member keeping the lower half.
std::vector<halving> halvings(const pairing& pairs, std::size_t count) {
  std::vector<halving> rounds;
  slice mine{0, count};
  for (rank_id bit = 1; bit < pairs.power(); bit *= 2) {
    slice kept = block_of(mine.count, 2, 0);
    slice given = block_of(mine.count, 2, 1);
    kept.offset += mine.offset;
    given.offset += mine.offset;
    if ((pairs.member() & bit) != 0) std::swap(kept, given);
    rounds.push_back({pairs.rank_of(pairs.member() ^ bit), kept, given});
    mine = kept;
  }
  return rounds;
}

}  // namespace

/// Members exchange halves of ever smaller parts and fold what they keep, then go the same way back
/// and collect the finished parts. The nearest exchange the most.
///
/// Cost: 2 log2 p messages on the critical path, p the greatest power of two <= n; 2 (p-1)/p b
/// bytes sent, (p-1)/p b folded; two more messages and one more fold of b if n is no power of two.
/// 2 log2 p α + (p-1)/p b (2 β + γ).
/// Source: R. Rabenseifner, "Optimization of collective reduction operations", 2004.
schedule all_reduce_rabenseifner(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  const pairing pairs{shape};
  const std::vector<halving> rounds = halvings(pairs, shape.count);
  const std::uint32_t last_tag = 1 + 2 * static_cast<std::uint32_t>(rounds.size());
  if (pairs.sits_out()) {
    pairs.watch(b, 0, last_tag);
    return std::move(b).take();
  }
  location value = pairs.enter(b, 0);
  std::uint32_t tag = 1;
  for (const halving& round : rounds) {
    b.send(round.peer, tag, value + round.given.offset, round.given.count);
    const location theirs = b.receive_window(round.peer, tag, round.kept.count).at;
    const location ours = value + round.kept.offset;
    const bool lower = shape.rank < round.peer;
    b.fold(output_at(round.kept.offset), {lower ? ours : theirs, lower ? theirs : ours},
           round.kept.count, &round == &rounds.back());
    value = output_at(0);
    ++tag;
  }
  for (auto round = rounds.rbegin(); round != rounds.rend(); ++round, ++tag) {
    b.send(round->peer, tag, output_at(round->kept.offset), round->kept.count);
    b.receive(round->peer, tag, output_at(round->given.offset), round->given.count);
  }
  pairs.leave(b, last_tag);
  return std::move(b).take();
}

double all_reduce_rabenseifner_time(const collective_shape& shape, std::size_t element_size,
                                    const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  const double share = (t.power - 1) / t.power * t.bytes;
  const double extra = link.alpha + link.view(t.bytes) + t.bytes * link.gamma;
  return 2 * t.whole_rounds * link.alpha + link.view(share) + share * (link.gamma + link.beta) +
         (t.uneven ? extra + link.message(t.bytes) : 0);
}

}  // namespace troupe::schedules
