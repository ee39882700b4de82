#pragma once

#include <troupe/collectives/reduce/kernel/passes.hpp>
#include <troupe/collectives/reduce/kernel/sum_prod.hpp>

#include <cstdint>
#include <type_traits>

namespace troupe::detail {
namespace {

// Sums in the format's accumulator, divides there once, and rounds to storage once.
template <class Format>
struct average_of : sum_of<Format> {
  using storage = typename Format::storage;
  using accumulator = typename Format::accumulator;
  using Format::widen;

  accumulator divisor;

  explicit average_of(std::uint64_t contributors)
      : divisor{static_cast<accumulator>(contributors)} {}

  storage narrow(accumulator value) const { return Format::narrow(value / divisor); }

  template <class Pack>
  void narrow(storage* to, Pack value) const {
    Format::narrow(to, value / Format::repeat(divisor));
  }
};

template <class Format>
void fold_average(std::byte* destination, const std::byte* const* sources, std::size_t source_count,
                  std::size_t count, std::uint64_t divisor) {
  fold_with(average_of<Format>{divisor}, destination, sources, source_count, count);
}

__extension__ typedef __int128 wide_signed;
__extension__ typedef unsigned __int128 wide_unsigned;

// Exact sums in 64 bits, or 128 for 64-bit elements; the division truncates toward zero.
template <class T>
struct exact_integer {
  static constexpr bool is_signed = std::is_signed_v<T>;
  using storage = T;
  using accumulator =
      std::conditional_t<sizeof(T) == 8, std::conditional_t<is_signed, wide_signed, wide_unsigned>,
                         std::conditional_t<is_signed, std::int64_t, std::uint64_t>>;

  static accumulator widen(T value) { return static_cast<accumulator>(value); }
  static T narrow(accumulator value) { return static_cast<T>(value); }
};

// The same result in double, which is vectorised where integer division is not. Sums below 2^53 are
// exact. A quotient a / d that is no integer lies at least 1 / d below the next one, and rounding
// moves it by at most a / d * 2^-53, which is less: it can't reach that integer, so truncation sees
// the right one.
template <class T>
struct integer_in_double {
  using storage = T;
  using accumulator = double;

  static double widen(T value) { return value; }
  static T narrow(double value) { return static_cast<T>(value); }

  // The mean must also fit T, which it does when there are no more sources than contributors.
  static bool exact_for(std::size_t sources, std::uint64_t contributors) {
    return sources <= (std::size_t{1} << 20) && contributors >= sources &&
           contributors <= (std::uint64_t{1} << 53);
  }
};

template <class T>
void fold_integer_average(std::byte* destination, const std::byte* const* sources,
                          std::size_t source_count, std::size_t count, std::uint64_t divisor) {
  if constexpr (sizeof(T) < 8)
    if (integer_in_double<T>::exact_for(source_count, divisor))
      return fold_average<integer_in_double<T>>(destination, sources, source_count, count, divisor);
  // A divisor beyond the signed accumulator is beyond every sum too: both give 0.
  if (sizeof(T) < 8 && std::is_signed_v<T> && divisor > INT64_MAX) divisor = INT64_MAX;
  fold_average<exact_integer<T>>(destination, sources, source_count, count, divisor);
}

}  // namespace
}  // namespace troupe::detail
