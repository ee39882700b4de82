#include <troupe/collectives/schedule/alone.hpp>
#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/cost.hpp>
#include <troupe/collectives/schedule/tree.hpp>

namespace troupe::schedules {

/// Each rank folds its children's sums into its own, as they come, and sends the sum to its parent.
/// The order of contributions is by distance from the root, not by rank.
///
/// Cost: log2 n messages on the critical path, each of b bytes; log2 n · b bytes folded.
/// log2 n (α + b (β + γ)).
schedule reduce_binomial(const collective_shape& shape) {
  if (shape.size == 1) return alone(shape);
  const binomial_tree tree = binomial_tree_of(shape);
  schedule_builder b{shape};
  location sum = input_at(0);
  location target = output_at(0);
  if (tree.parent >= 0 && !tree.children.empty()) target = b.scratch(shape.count);
  for (const rank_id child : tree.children) {
    const location theirs = b.receive_window(child, 0, shape.count).at;
    b.fold(target, {sum, theirs}, shape.count, tree.parent < 0 && child == tree.children.back());
    sum = target;
  }
  if (tree.parent >= 0) b.send(tree.parent, 0, sum, shape.count);
  return std::move(b).take();
}

double reduce_binomial_time(const collective_shape& shape, std::size_t element_size,
                            const link_parameters& link) {
  const cost_terms t{shape, element_size};
  return t.rounds * (link.alpha + link.view(t.bytes) + t.bytes * link.gamma);
}

}  // namespace troupe::schedules
