#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/ring.hpp>

namespace troupe::schedules {

/// Block p starts at rank p + 1 and goes around the ring, each rank folding its own part in.
///
/// Cost: n - 1 messages on the critical path, each of b bytes; (n - 1) b bytes folded; two blocks
/// of scratch (in place none). (n - 1) (α + b (β + γ)); with segments the lesser of β and γ is
/// hidden.
/// Source: P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
/// workstations", 2009.
schedule reduce_scatter_ring(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  const ring r = ring_of(shape, [&shape](rank_id block) {
    return slice{static_cast<std::size_t>(block) * shape.count, shape.count};
  });
  const bool needs_scratch = !shape.in_place && shape.size > 2;
  const location spare[] = {needs_scratch ? b.scratch(shape.count) : location{},
                            needs_scratch ? b.scratch(shape.count) : location{}};
  reduce_scatter_around(b, r, 0, [&](rank_id block, rank_id round) {
    if (block == shape.rank) return output_at(0);
    return shape.in_place ? input_at(r.block(block).offset) : spare[round % 2];
  });
  return std::move(b).take();
}

double reduce_scatter_ring_time(const collective_shape& shape, std::size_t element_size,
                                const link_parameters& link) {
  const cost_terms t{shape, element_size};
  return t.others * (link.alpha + t.fold_round(t.bytes, link));
}

}  // namespace troupe::schedules
