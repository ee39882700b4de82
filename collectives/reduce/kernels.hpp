#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/reduction.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace troupe::detail {

/// Folds `sources` element by element, in the order given, into `destination`. `divisor` > 0
/// divides the fold once at the end (avg; the other operations take no divisor and ignore it); 0
/// leaves the plain fold, so that avg folds as sum.
///
/// 16-bit floats are accumulated in float over all sources and rounded once a call; integers wrap;
/// min and max hand a NaN on and put -0 before +0. The bits are the same on every instruction set,
/// which of several NaNs survives excepted.
///
/// Shapes: sources and destination hold `count` elements of `type`, naturally aligned; destination
/// is exactly one of the sources, or disjoint from all. sources.size() >= 1; reducible(op, type).
/// Cost: every source is read once and destination written once; more than four sources pass
/// through 8 KiB of stack.
/// Threads: any; calls share nothing.
void fold(reduction op, element_type type, std::byte* destination,
          std::span<const std::byte* const> sources, std::size_t count, std::uint64_t divisor = 0);

/// Whether an average may be cut into partial folds, of which only the last divides, with no change
/// of meaning beyond rounding order: false where the accumulation type is wider than `type` and
/// must be rounded once.
constexpr bool average_splits(element_type type) {
  return type == element_type::f32 || type == element_type::f64;
}

/// The name of the instruction set in use: "avx512", "avx2" or "baseline".
std::string_view kernel_isa();

}  // namespace troupe::detail
