#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

#include <vector>

namespace troupe::schedules {

/// All send to the root, who folds all inputs in rank order in one go.
///
/// Cost: 1 message on the critical path (n - 1 at once); the root receives and folds (n - 1) b
/// bytes. α + (n - 2) o + (n - 1) b (β + γ).
schedule reduce_flat(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  if (shape.rank != shape.root) {
    b.send(shape.root, 0, input_at(0), shape.count);
    return std::move(b).take();
  }
  std::vector<location> inputs(static_cast<std::size_t>(shape.size), input_at(0));
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, i, shape.size);
    inputs[static_cast<std::size_t>(peer)] = b.receive_window(peer, 0, shape.count).at;
  }
  b.fold(output_at(0), inputs, shape.count, true);
  return std::move(b).take();
}

double reduce_flat_time(const collective_shape& shape, std::size_t element_size,
                        const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  return link.alpha + t.fan * link.overhead +
         t.others * (link.view(t.bytes) + t.bytes * link.gamma);
}

}  // namespace troupe::schedules
