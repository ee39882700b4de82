#pragma once

#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/schedule.hpp>

#include <vector>

namespace troupe::schedules {

/// A rank's relatives in the binomial tree whose root is `shape.root`: at distance v from the root
/// the parent is v without its lowest bit.
struct binomial_tree {
  rank_id parent = -1;              ///< -1 at the root
  std::vector<rank_id> children{};  ///< the smallest subtree first
};

inline binomial_tree binomial_tree_of(const collective_shape& shape) {
  const rank_id distance = around(shape.rank, -std::int64_t{shape.root}, shape.size);
  binomial_tree tree;
  for (std::int64_t bit = 1; bit < shape.size; bit *= 2) {
    if ((distance & bit) != 0) {
      tree.parent = around(shape.rank, -bit, shape.size);
      break;
    }
    if (distance + bit < shape.size) tree.children.push_back(around(shape.rank, bit, shape.size));
  }
  return tree;
}

}  // namespace troupe::schedules
