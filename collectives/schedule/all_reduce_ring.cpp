#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/ring.hpp>

#include <algorithm>

namespace troupe::schedules {

/// n blocks travel around the ring twice: once being folded, once being copied. Each rank speaks to
/// its two neighbours only and moves the least bytes possible.
///
/// Cost: 2 (n - 1) messages on the critical path of b/n bytes each; (n-1)/n b bytes folded.
/// 2 (n - 1) α + (n-1)/n b (2 β + γ); with segments the lesser of β and γ is hidden.
/// Source: P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
/// workstations", 2009.
schedule all_reduce_ring(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  const ring r = ring_of(shape, [&shape](rank_id block) {
    return block_of(shape.count, static_cast<std::size_t>(shape.size),
                    static_cast<std::size_t>(block));
  });
  const auto sum = [&r](rank_id block, rank_id) { return output_at(r.block(block).offset); };
  const std::uint32_t tag = reduce_scatter_around(b, r, 0, sum);
  all_gather_around(b, r, tag, output_at(r.block(shape.rank).offset));
  return std::move(b).take();
}

double all_reduce_ring_time(const collective_shape& shape, std::size_t element_size,
                            const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  return t.others * (link.alpha + t.fold_round(t.bytes / t.ranks, link)) +
         t.others * link.message(t.bytes / t.ranks);
}

}  // namespace troupe::schedules
