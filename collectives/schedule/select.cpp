#include <troupe/collectives/schedule/select.hpp>

#include <algorithm>

namespace troupe {
namespace {

// Less than this apart is a tie: rounding must not decide, it may differ between machines.
constexpr double tie = 1e-3;

}  // namespace

algorithm select(const collective_shape& shape, std::size_t element_size, bool rank_order_required,
                 const link_parameters& link) {
  const algorithm_entry* best = nullptr;
  double least = 0;
  for (const algorithm_entry& entry : algorithms()) {
    if (entry.kind != shape.kind || (rank_order_required && !entry.rank_ordered)) continue;
    const double seconds = entry.cost(shape, element_size, link);
    if (best == nullptr || seconds < least * (1 - tie)) {
      best = &entry;
      least = seconds;
    }
  }
  return best == nullptr ? algorithm::automatic : best->name;
}

algorithm select(const collective_shape& shape, std::size_t element_size, bool rank_order_required,
                 link_class medium) {
  return select(shape, element_size, rank_order_required, default_parameters(medium));
}

std::size_t segment_for(std::size_t element_size, link_class medium) {
  const link_parameters link = default_parameters(medium);
  // Folding straight from the peer's memory moves nothing that a fold could overlap.
  if (link.views || element_size == 0) return 0;
  // A piece's bytes take ten times as long as its message's fixed cost.
  const double bytes = 10 * link.alpha / link.beta;
  return std::max<std::size_t>(1, static_cast<std::size_t>(bytes) / element_size);
}

}  // namespace troupe
