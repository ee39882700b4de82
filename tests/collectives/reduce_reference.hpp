#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/reduction.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <tuple>
#include <type_traits>
#include <vector>

// The reductions once more, one element at a time and by their definition, apart from the code
// under test and from the library's own 16-bit conversions.
namespace reference {

using troupe::bfloat16;
using troupe::float16;
using troupe::reduction;

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

using all_types =
    std::tuple<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
               std::uint32_t, std::uint64_t, float16, bfloat16, float, double>;
inline constexpr reduction all_operations[] = {reduction::sum, reduction::prod, reduction::min,
                                               reduction::max, reduction::avg};

template <class Body>
void for_each_type(Body body) {
  std::apply([&](auto... zero) { (body(zero), ...); }, all_types{});
}

template <class T>
inline constexpr bool is_half = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;

// Width of the stored mantissa and the exponent of the smallest normal number.
template <class T>
inline constexpr int mantissa_bits = std::is_same_v<T, float16> ? 10 : 7;
template <class T>
inline constexpr int least_exponent = std::is_same_v<T, float16> ? -14 : -126;

template <class T>
float decode(T half) {
  const int bits = mantissa_bits<T>;
  const int fraction = half.bits & ((1 << bits) - 1);
  const int exponent = (half.bits & 0x7fff) >> bits;
  const float sign = half.bits & 0x8000 ? -1.0f : 1.0f;
  if (exponent == 0x7fff >> bits)
    return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                         : sign * std::numeric_limits<float>::infinity();
  if (exponent == 0)
    return sign * std::ldexp(static_cast<float>(fraction), least_exponent<T> - bits);
  return sign * std::ldexp(static_cast<float>(fraction + (1 << bits)),
                           exponent - 1 + least_exponent<T> - bits);
}

// Rounds to a multiple of the distance between neighbours, ties to even, and then spells it.
template <class T>
T encode(float value) {
  const int bits = mantissa_bits<T>;
  const int infinity = (0x7fff >> bits) << bits;
  const int sign = std::signbit(value) ? 0x8000 : 0;
  T result;
  if (std::isnan(value)) {
    result.bits = static_cast<std::uint16_t>(0x7fff);
  } else if (std::isinf(value)) {
    result.bits = static_cast<std::uint16_t>(sign | infinity);
  } else {
    const double magnitude = std::fabs(static_cast<double>(value));
    int exponent = magnitude == 0 ? least_exponent<T> : std::ilogb(magnitude);
    if (exponent < least_exponent<T>) exponent = least_exponent<T>;
    // Counted in quanta, a subnormal is its own spelling, and each exponent adds 2^bits of them.
    const auto quanta = static_cast<int>(std::nearbyint(std::ldexp(magnitude, bits - exponent)));
    const int spelled = quanta + ((exponent - least_exponent<T>) << bits);
    result.bits = static_cast<std::uint16_t>(sign | (spelled < infinity ? spelled : infinity));
  }
  return result;
}

template <class F>
F fold_floats(reduction op, const std::vector<F>& values, std::uint64_t divisor) {
  F result = values[0];
  for (std::size_t i = 1; i < values.size(); ++i) {
    const F next = values[i];
    if (op == reduction::sum || op == reduction::avg) {
      result = result + next;
    } else if (op == reduction::prod) {
      result = result * next;
    } else if (std::isnan(result) || std::isnan(next)) {
      result = std::numeric_limits<F>::quiet_NaN();
    } else {
      const bool next_is_less =
          next < result || (next == result && std::signbit(next) && !std::signbit(result));
      const bool next_is_more =
          next > result || (next == result && !std::signbit(next) && std::signbit(result));
      if (op == reduction::min ? next_is_less : next_is_more) result = next;
    }
  }
  if (op == reduction::avg && divisor > 0) result = result / static_cast<F>(divisor);
  return result;
}

template <class T>
T fold_integers(reduction op, const std::vector<T>& values, std::uint64_t divisor) {
  wide sum = 0;
  unsigned_wide product = 1;
  T least = values[0], most = values[0];
  for (const T value : values) {
    sum += value;
    product = static_cast<std::uint64_t>(product * static_cast<std::uint64_t>(value));
    if (value < least) least = value;
    if (value > most) most = value;
  }
  switch (op) {
    case reduction::sum:
      return static_cast<T>(static_cast<unsigned_wide>(sum));
    case reduction::prod:
      return static_cast<T>(product);
    case reduction::min:
      return least;
    case reduction::max:
      return most;
    case reduction::avg:
      break;
  }
  return static_cast<T>(divisor == 0 ? sum : sum / static_cast<wide>(divisor));
}

template <class T>
T fold(reduction op, const std::vector<T>& values, std::uint64_t divisor) {
  if constexpr (is_half<T>) {
    std::vector<float> floats;
    for (const T value : values) floats.push_back(decode(value));
    return encode<T>(fold_floats(op, floats, divisor));
  } else if constexpr (std::is_floating_point_v<T>) {
    return fold_floats(op, values, divisor);
  } else {
    return fold_integers(op, values, divisor);
  }
}

template <class T>
bool is_nan(T value) {
  if constexpr (is_half<T>)
    return std::isnan(decode(value));
  else if constexpr (std::is_floating_point_v<T>)
    return std::isnan(value);
  else
    return false;
}

// Equal bits, or NaN both: which NaN is nobody's promise.
template <class T>
bool same(T left, T right) {
  return std::memcmp(&left, &right, sizeof(T)) == 0 || (is_nan(left) && is_nan(right));
}

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
  return value;
}

// Random bit patterns, a quarter near one so that sums of floats round, and a few values at the
// type's edges.
template <class T>
T draw(std::mt19937_64& random) {
  const std::uint64_t bits = random();
  const std::uint64_t kind = random() % 16;
  const double near_one = 0.5 + std::ldexp(static_cast<double>(bits >> 11), -53);
  if constexpr (std::is_integral_v<T>) {
    if (kind == 0) return std::numeric_limits<T>::min();
    if (kind == 1) return std::numeric_limits<T>::max();
    if (kind < 6) return static_cast<T>(bits % 7) - static_cast<T>(std::is_signed_v<T> ? 3 : 0);
    return static_cast<T>(bits);
  } else if constexpr (is_half<T>) {
    if (kind < 8) return encode<T>(static_cast<float>(kind % 2 == 0 ? near_one : -near_one));
    return from_bits<T>(bits);
  } else {
    constexpr T edges[] = {T{0},
                           -T{0},
                           std::numeric_limits<T>::infinity(),
                           -std::numeric_limits<T>::infinity(),
                           std::numeric_limits<T>::quiet_NaN(),
                           std::numeric_limits<T>::denorm_min(),
                           std::numeric_limits<T>::max(),
                           std::numeric_limits<T>::lowest()};
    if (kind == 0) return edges[bits % 8];
    if (kind < 10) return static_cast<T>(kind % 2 == 0 ? near_one : -near_one);
    return from_bits<T>(bits);
  }
}

template <class T>
std::vector<T> draw_many(std::mt19937_64& random, std::size_t count) {
  std::vector<T> values(count);
  for (T& value : values) value = draw<T>(random);
  return values;
}

}  // namespace reference
