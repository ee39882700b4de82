#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/slice.hpp>

#include <vector>

namespace troupe::schedules {

/// Rank r folds block r of everybody's input in rank order in one go, all ranks at the same time,
/// and sends the result to the root.
///
/// Cost: 2 messages on the critical path (n - 1 at once, twice); each rank receives and folds
/// (n-1)/n b bytes, the root receives as many again. 2 α + 2 (n - 2) o + (n-1)/n b (2 β + γ).
schedule reduce_direct(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  const auto n = static_cast<std::size_t>(shape.size);
  const auto block = [&](rank_id owner) {
    return block_of(shape.count, n, static_cast<std::size_t>(owner));
  };
  const slice own = block(shape.rank);
  const bool is_root = shape.rank == shape.root;
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
  const location sum = is_root ? output_at(own.offset) : b.scratch(own.count);
  b.fold(sum, inputs, own.count, true);
  if (!is_root) b.send(shape.root, 1, sum, own.count);
  for (rank_id i = 1; is_root && i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, -i, shape.size);
    b.receive(peer, 1, output_at(block(peer).offset), block(peer).count);
  }
  return std::move(b).take();
}

double reduce_direct_time(const collective_shape& shape, std::size_t element_size,
                          const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  const double share = t.others / t.ranks * t.bytes;
  return 2 * (link.alpha + t.fan * link.overhead) + link.view(share) + share * link.gamma +
         share * link.beta;
}

}  // namespace troupe::schedules
