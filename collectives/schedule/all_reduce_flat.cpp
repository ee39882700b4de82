#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

#include <vector>

namespace troupe::schedules {

/// Everybody sends its input to everybody and folds all inputs in rank order: one hop, and the same
/// bits for any count.
///
/// Cost: 1 message on the critical path (n - 1 at once); each rank receives and folds (n - 1) b
/// bytes. α + (n - 2) o + (n - 1) b (β + γ).
schedule all_reduce_flat(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  for (rank_id i = 1; i < shape.size; ++i) {
    b.send(around(shape.rank, i, shape.size), 0, input_at(0), shape.count);
  }
  std::vector<location> inputs(static_cast<std::size_t>(shape.size), input_at(0));
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, -i, shape.size);
    inputs[static_cast<std::size_t>(peer)] = b.receive_window(peer, 0, shape.count).at;
  }
  // In place the peers still read what the result overwrites, and wait for us as we for them.
  const location result = shape.in_place ? b.scratch(shape.count) : output_at(0);
  b.fold(result, inputs, shape.count, true);
  b.copy(output_at(0), result, shape.count);
  return std::move(b).take();
}

double all_reduce_flat_time(const collective_shape& shape, std::size_t element_size,
                            const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  return link.alpha + t.fan * link.overhead +
         t.others * (link.view(t.bytes) + t.bytes * link.gamma);
}

}  // namespace troupe::schedules
