#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

namespace troupe::schedules {

/// The root sends to all.
///
/// Cost: 1 message on the critical path (n - 1 at once) of b bytes; the root sends (n - 1) b.
/// α + (n - 2) o + (n - 1) b β; where receivers pull, α + (n - 2) o + b β.
schedule broadcast_flat(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  if (shape.rank != shape.root) {
    b.receive(shape.root, 0, output_at(0), shape.count);
    return std::move(b).take();
  }
  for (rank_id i = 1; i < shape.size; ++i) {
    b.send(around(shape.rank, i, shape.size), 0, input_at(0), shape.count);
  }
  b.copy(output_at(0), input_at(0), shape.count);
  return std::move(b).take();
}

double broadcast_flat_time(const collective_shape& shape, std::size_t element_size,
                           const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  return link.alpha + t.fan * link.overhead + link.fan_out(t.bytes, t.others);
}

}  // namespace troupe::schedules
