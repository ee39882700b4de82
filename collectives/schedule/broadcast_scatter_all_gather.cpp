#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/ring.hpp>

namespace troupe::schedules {

/// The root gives each rank its block, and the blocks then travel around the ring. Places in the
/// ring count from the root, who needs nothing and so is sent nothing.
///
/// Cost: n messages on the critical path of b/n bytes; the root sends 2 (n-1)/n b bytes.
/// n α + (n - 2) o + 2 (n-1)/n b β.
/// Source: M. Barnett, R. van de Geijn et al., "Interprocessor collective communication library
/// (InterCom)", 1994.
schedule broadcast_scatter_all_gather(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  const rank_id place = around(shape.rank, -std::int64_t{shape.root}, shape.size);
  ring r = ring_of(shape, [&shape](rank_id block) {
    return block_of(shape.count, static_cast<std::size_t>(shape.size),
                    static_cast<std::size_t>(block));
  });
  r.place = place;
  schedule_builder b{shape};
  const slice own = r.block(place);
  if (place != 0) {
    b.receive(shape.root, 0, output_at(own.offset), own.count);
    all_gather_around(b, r, 1, output_at(own.offset), place + 1 == shape.size);
    return std::move(b).take();
  }
  for (rank_id p = 1; p < shape.size; ++p) {
    b.send(around(shape.root, p, shape.size), 0, input_at(r.block(p).offset), r.block(p).count);
  }
  send_all_around(b, r, 1);
  b.copy(output_at(0), input_at(0), shape.count);
  return std::move(b).take();
}

double broadcast_scatter_all_gather_time(const collective_shape& shape, std::size_t element_size,
                                         const link_parameters& link) {
  const cost_terms t{shape, element_size};
  if (t.others == 0) return 0;
  const double block = t.bytes / t.ranks;
  return link.alpha + t.fan * link.overhead + link.fan_out(block, t.others) +
         t.others * link.message(block);
}

}  // namespace troupe::schedules
