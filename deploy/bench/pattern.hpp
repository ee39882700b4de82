#pragma once

#include <troupe/actors/ids.hpp>

#include <array>
#include <cstddef>
#include <span>

namespace troupe::detail {

/// Test data of small whole numbers, whose sums are exact in every type and order. The period is
/// prime, so that no rank's block looks like another's.
inline constexpr std::size_t pattern_period = 61;

/// What `rank` holds at `index`.
constexpr std::size_t pattern_at(rank_id rank, std::size_t index) {
  return (index + 7 * static_cast<std::size_t>(rank)) % pattern_period;
}

template <class T>
void fill(std::span<T> range, rank_id rank) {
  auto value = pattern_at(rank, 0);
  for (T& element : range) {
    element = static_cast<T>(value);
    if (++value == pattern_period) value = 0;
  }
}

/// One period of what ranks [first, end) hold together.
template <class T>
std::array<T, pattern_period> pattern_sum(rank_id first, rank_id end) {
  std::array<T, pattern_period> sum{};
  for (std::size_t i = 0; i < pattern_period; ++i) {
    for (rank_id rank = first; rank < end; ++rank) sum[i] += static_cast<T>(pattern_at(rank, i));
  }
  return sum;
}

/// Elements of `range` that aren't the sum of what ranks [first, end) hold from index `offset` on.
template <class T>
std::size_t count_wrong(std::span<const T> range, rank_id first, rank_id end, std::size_t offset) {
  const auto want = pattern_sum<T>(first, end);
  auto at = offset % pattern_period;
  std::size_t wrong = 0;
  for (const T element : range) {
    wrong += element == want[at] ? 0 : 1;
    if (++at == pattern_period) at = 0;
  }
  return wrong;
}

}  // namespace troupe::detail
