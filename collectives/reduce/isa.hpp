#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/reduction.hpp>
#include <troupe/collectives/reduce/kernel/table_type.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace troupe::detail {

/// The reduction kernels as compiled for one instruction set.
struct fold_isa {
  std::string_view name;
  const fold_table* table;
};

/// The instruction sets that this build holds and this machine runs, best first. Never empty: the
/// last one is "baseline".
std::span<const fold_isa> fold_isas();

/// `fold` on a given instruction set.
void fold_on(const fold_isa& isa, reduction op, element_type type, std::byte* destination,
             std::span<const std::byte* const> sources, std::size_t count, std::uint64_t divisor);

}  // namespace troupe::detail
