#include <troupe/collectives/schedule/cost.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace troupe {

cost_terms::cost_terms(const collective_shape& shape, std::size_t element_size) {
  const auto n = static_cast<std::uint32_t>(shape.size);
  ranks = n;
  others = n - 1;
  fan = n > 2 ? n - 2 : 0;
  whole_rounds = std::bit_width(n) - 1;
  power = std::bit_floor(n);
  uneven = !std::has_single_bit(n);
  rounds = whole_rounds + (uneven ? 1 : 0);
  bytes = static_cast<double>(shape.count) * static_cast<double>(element_size);
  segment = shape.segment == 0
                ? bytes
                : static_cast<double>(shape.segment) * static_cast<double>(element_size);
}

double cost_terms::fold_round(double block, const link_parameters& link) const {
  const double moving = link.view(block);
  const double folding = block * link.gamma;
  if (segment <= 0 || segment >= block) return moving + folding;
  const double pieces = block / segment;
  return std::max(moving, folding) + std::min(moving, folding) / pieces +
         (pieces - 1) * link.overhead;
}

}  // namespace troupe
