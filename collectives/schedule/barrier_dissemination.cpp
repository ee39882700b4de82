#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

#include <vector>

namespace troupe::schedules {

/// In round k each rank tells the one 2^k after it that it and the 2^k - 1 before it are here.
///
/// Cost: log2 n messages of no bytes on the critical path. log2 n · α.
/// Source: D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization", 1988.
schedule barrier_dissemination(const collective_shape& shape) {
  schedule_builder b{shape};
  std::vector<step_id> heard;
  std::uint32_t round = 0;
  for (std::int64_t distance = 1; distance < shape.size; distance *= 2, ++round) {
    b.signal(around(shape.rank, distance, shape.size), round, heard);
    heard.push_back(b.await(around(shape.rank, -distance, shape.size), round));
  }
  return std::move(b).take();
}

double barrier_dissemination_time(const collective_shape& shape, std::size_t,
                                  const link_parameters& link) {
  return cost_terms{shape, 0}.rounds * link.alpha;
}

}  // namespace troupe::schedules
