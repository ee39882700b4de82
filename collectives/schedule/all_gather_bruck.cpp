#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>

#include <algorithm>

namespace troupe::schedules {
namespace {

/// Calls `part(offset, count)` for blocks [first, first + blocks), which may go around the end.
template <class Part>
void for_parts(const collective_shape& shape, rank_id first, rank_id blocks, const Part& part) {
  const rank_id before_end = std::min<rank_id>(blocks, shape.size - first);
  part(static_cast<std::size_t>(first) * shape.count,
       static_cast<std::size_t>(before_end) * shape.count);
  part(std::size_t{0}, static_cast<std::size_t>(blocks - before_end) * shape.count);
}

}  // namespace

/// In round k each rank has the 2^k blocks from its own on, and gets as many from the rank 2^k
/// after it. Blocks lie at once where they belong: nothing is rotated at the end, but those that go
/// around the end make a message of their own.
///
/// Cost: log2 n rounds of at most two messages at once; (n - 1) b bytes.
/// log2 n (α + o) + (n - 1) b β.
/// Source: J. Bruck et al., "Efficient algorithms for all-to-all communications in multiport
/// message-passing systems", 1997.
schedule all_gather_bruck(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  schedule_builder b{shape};
  b.copy(output_at(static_cast<std::size_t>(shape.rank) * shape.count), input_at(0), shape.count);
  std::uint32_t tag = 0;
  for (std::int64_t distance = 1; distance < shape.size; distance *= 2, tag += 2) {
    const auto blocks = static_cast<rank_id>(std::min(distance, shape.size - distance));
    const rank_id receiver = around(shape.rank, -distance, shape.size);
    const rank_id sender = around(shape.rank, distance, shape.size);
    std::uint32_t part_tag = tag;
    for_parts(shape, shape.rank, blocks, [&](std::size_t offset, std::size_t count) {
      b.send(receiver, part_tag++, output_at(offset), count);
    });
    part_tag = tag;
    for_parts(shape, sender, blocks, [&](std::size_t offset, std::size_t count) {
      b.receive(sender, part_tag++, output_at(offset), count);
    });
  }
  return std::move(b).take();
}

double all_gather_bruck_time(const collective_shape& shape, std::size_t element_size,
                             const link_parameters& link) {
  const cost_terms t{shape, element_size};
  return t.rounds * (link.alpha + link.overhead) + t.others * t.bytes * link.beta;
}

}  // namespace troupe::schedules
