#pragma once

#include <troupe/collectives/schedule/table.hpp>

#include <cstddef>

namespace troupe {

/// The cheapest algorithm for a collective, by predicted time; the table's earlier entry where two
/// are within a thousandth.
/// With `rank_order_required` only those that fold in rank order.
///
/// Equal on all ranks: it looks at kind, size, count and segment only, never at rank, root or
/// `in_place`.
algorithm select(const collective_shape& shape, std::size_t element_size, bool rank_order_required,
                 const link_parameters& link);
algorithm select(const collective_shape& shape, std::size_t element_size, bool rank_order_required,
                 link_class medium);

/// A good `collective_shape::segment` for a collective over such links: pieces large enough to
/// hide a message's fixed cost, or 0 where cutting gains nothing. Equal on all ranks.
std::size_t segment_for(std::size_t element_size, link_class medium);

}  // namespace troupe
