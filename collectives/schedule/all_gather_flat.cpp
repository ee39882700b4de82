#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

namespace troupe::schedules {

/// Everybody sends its block to everybody.
///
/// Cost: 1 message on the critical path (n - 1 at once); each rank receives (n - 1) b bytes.
/// α + (n - 2) o + (n - 1) b β.
schedule all_gather_flat(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  for (rank_id i = 1; i < shape.size; ++i) {
    b.send(around(shape.rank, i, shape.size), 0, input_at(0), shape.count);
  }
  for (rank_id i = 1; i < shape.size; ++i) {
    const rank_id peer = around(shape.rank, -i, shape.size);
    b.receive(peer, 0, output_at(static_cast<std::size_t>(peer) * shape.count), shape.count);
  }
  b.copy(output_at(static_cast<std::size_t>(shape.rank) * shape.count), input_at(0), shape.count);
  return std::move(b).take();
}

double all_gather_flat_time(const collective_shape& shape, std::size_t element_size,
                            const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  return link.alpha + t.fan * link.overhead + t.others * t.bytes * link.beta;
}

}  // namespace troupe::schedules
