#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

#include <vector>

namespace troupe::schedules {

/// Rank r looks at block r of everybody's input and folds them in rank order in one go.
///
/// Cost: 1 message on the critical path (n - 1 at once); each rank receives and folds (n - 1) b
/// bytes. α + (n - 2) o + (n - 1) b (β + γ).
schedule reduce_scatter_direct(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  const auto block = [&](rank_id owner) {
    return input_at(static_cast<std::size_t>(owner) * shape.count);
  };
  schedule_builder b{shape};
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, i, shape.size);
    b.send(peer, 0, block(peer), shape.count);
  }
  std::vector<location> inputs(static_cast<std::size_t>(shape.size), block(shape.rank));
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, -i, shape.size);
    inputs[static_cast<std::size_t>(peer)] = b.receive_window(peer, 0, shape.count).at;
  }
  b.fold(output_at(0), inputs, shape.count, true);
  return std::move(b).take();
}

double reduce_scatter_direct_time(const collective_shape& shape, std::size_t element_size,
                                  const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  return link.alpha + t.fan * link.overhead +
         t.others * (link.view(t.bytes) + t.bytes * link.gamma);
}

}  // namespace troupe::schedules
