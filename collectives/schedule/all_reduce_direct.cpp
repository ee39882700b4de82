#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/slice.hpp>

#include <vector>

namespace troupe::schedules {

/// Rank r looks at block r of everybody's input, folds them in rank order in one go, and sends the
/// result to everybody. Where peers can reach each other's memory, each input is read once and each
/// output written once, by all ranks at the same time.
///
/// Cost: 2 messages on the critical path (n - 1 at once, twice); each rank receives 2 (n-1)/n b
/// bytes, half of them as windows, and folds (n-1)/n b.
/// 2 α + 2 (n - 2) o + (n-1)/n b (2 β + γ).
/// Source: pairwise exchange reduce-scatter; R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of
/// collective communication operations in MPICH", 2005.
schedule all_reduce_direct(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  const auto n = static_cast<std::size_t>(shape.size);
  const auto block = [&](rank_id owner) {
    return block_of(shape.count, n, static_cast<std::size_t>(owner));
  };
  const slice own = block(shape.rank);
  schedule_builder b{shape};
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, i, shape.size);
    b.send(peer, 0, input_at(block(peer).offset), block(peer).count);
  }
  std::vector<location> inputs(n, input_at(own.offset));
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, -i, shape.size);
    inputs[static_cast<std::size_t>(peer)] = b.receive_window(peer, 0, own.count).at;
  }
  b.fold(output_at(own.offset), inputs, own.count, true);
  for (rank_id i = 1; i < shape.size; ++i) {
    b.send(around(shape.rank, i, shape.size), 1, output_at(own.offset), own.count);
  }
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, -i, shape.size);
    b.receive(peer, 1, output_at(block(peer).offset), block(peer).count);
  }
  return std::move(b).take();
}

double all_reduce_direct_time(const collective_shape& shape, std::size_t element_size,
                              const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  const double share = t.others / t.ranks * t.bytes;
  return 2 * (link.alpha + t.fan * link.overhead) + link.view(share) + share * link.gamma +
         share * link.beta;
}

}  // namespace troupe::schedules
