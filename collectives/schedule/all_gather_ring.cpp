#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/ring.hpp>

namespace troupe::schedules {

/// Blocks travel around the ring. With segments, pieces follow each other.
///
/// Cost: n - 1 messages on the critical path, each of b bytes. (n - 1) (α + b β).
schedule all_gather_ring(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  const ring r = ring_of(shape, [&shape](rank_id block) {
    return slice{static_cast<std::size_t>(block) * shape.count, shape.count};
  });
  all_gather_around(b, r, 0, input_at(0));
  b.copy(output_at(r.block(shape.rank).offset), input_at(0), shape.count);
  return std::move(b).take();
}

double all_gather_ring_time(const collective_shape& shape, std::size_t element_size,
                            const link_parameters& link) {
  const cost_terms t{shape, element_size};
  return t.others * link.message(t.bytes);
}

}  // namespace troupe::schedules
