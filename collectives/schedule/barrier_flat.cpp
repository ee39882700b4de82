#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

namespace troupe::schedules {

/// Everybody tells everybody that it is here.
///
/// Cost: 1 message of no bytes on the critical path (n - 1 at once). α + (n - 2) o.
schedule barrier_flat(const collective_shape& shape) {
  schedule_builder b{shape};
  for (rank_id i = 1; i < shape.size; ++i) b.signal(around(shape.rank, i, shape.size), 0, {});
  for (rank_id i = 1; i < shape.size; ++i) b.await(around(shape.rank, -i, shape.size), 0);
  return std::move(b).take();
}

double barrier_flat_time(const collective_shape& shape, std::size_t, const link_parameters& link) {
  const cost_terms t{shape, 0};
  return t.others == 0 ? 0 : link.alpha + t.fan * link.overhead;
}

}  // namespace troupe::schedules
