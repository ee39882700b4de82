#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/pairing.hpp>

#include <utility>

namespace troupe::schedules {

/// In round k members at distance 2^k exchange what they have and fold it, the lower member's
/// first: all hold the same bits. Ranks beyond a power of two give their input to a neighbour
/// before and get the result after.
///
/// Cost: log2 n messages on the critical path, each of b bytes; log2 n · b bytes folded; two more
/// messages and one more fold if n is no power of two. log2 n (α + b (β + γ)).
/// Source: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication
/// operations in MPICH", 2005.
schedule all_reduce_recursive_doubling(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  const pairing pairs{shape};
  const auto rounds =
      static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint32_t>(pairs.power())));
  const std::uint32_t last_tag = rounds + 1;
  if (pairs.sits_out()) {
    pairs.watch(b, 0, last_tag);
    return std::move(b).take();
  }
  // What is sent in a round is read until the peer has folded, who waits likewise: so a round
  // folds into other memory than it sends. The two alternate, and the last is the output unless
  // the first send was from there.
  location value = pairs.enter(b, 0);
  const bool starts_in_output = shape.in_place || value.where == place::output;
  const location spare =
      rounds > 1 || starts_in_output ? b.scratch(shape.count) : location{place::scratch};
  bool into_output = starts_in_output ? false : rounds % 2 == 1;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const rank_id other = pairs.member() ^ (rank_id{1} << round);
    const rank_id peer = pairs.rank_of(other);
    b.send(peer, round + 1, value, shape.count);
    const location theirs = b.receive_window(peer, round + 1, shape.count).at;
    const location target = into_output ? output_at(0) : spare;
    const auto [lower, upper] =
        other < pairs.member() ? std::pair{theirs, value} : std::pair{value, theirs};
    b.fold(target, {lower, upper}, shape.count, round + 1 == rounds);
    value = target;
    into_output = !into_output;
  }
  b.copy(output_at(0), value, shape.count);
  pairs.leave(b, last_tag);
  return std::move(b).take();
}

double all_reduce_recursive_doubling_time(const collective_shape& shape, std::size_t element_size,
                                          const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  const double round = link.alpha + link.view(t.bytes) + t.bytes * link.gamma;
  return t.whole_rounds * round + (t.uneven ? round + link.message(t.bytes) : 0);
}

}  // namespace troupe::schedules
