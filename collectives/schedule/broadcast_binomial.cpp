#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/slice.hpp>
#include <troupe/collectives/schedule/tree.hpp>

namespace troupe::schedules {

/// Each rank that has the value passes it to ever nearer ones, the largest subtree first. With
/// segments, pieces follow each other down the tree.
///
/// Cost: log2 n messages on the critical path, each of b bytes. log2 n (α + b β).
schedule broadcast_binomial(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  const binomial_tree tree = binomial_tree_of(shape);
  schedule_builder b{shape};
  std::uint32_t tag = 0;
  for (const slice& piece : pieces_of({0, shape.count}, shape.segment)) {
    if (tree.parent >= 0) b.receive(tree.parent, tag, output_at(piece.offset), piece.count);
    const location from = tree.parent < 0 ? input_at(piece.offset) : output_at(piece.offset);
    for (auto child = tree.children.rbegin(); child != tree.children.rend(); ++child) {
      b.send(*child, tag, from, piece.count);
    }
    ++tag;
  }
  if (tree.parent < 0) b.copy(output_at(0), input_at(0), shape.count);
  return std::move(b).take();
}

double broadcast_binomial_time(const collective_shape& shape, std::size_t element_size,
                               const link_parameters& link) {
  const cost_terms t{shape, element_size};
  return t.rounds * link.message(t.bytes);
}

}  // namespace troupe::schedules
