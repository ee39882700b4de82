#pragma once

#include <troupe/collectives/reduce/kernel/sum_prod.hpp>

#include <cstdint>
#include <type_traits>

namespace troupe::detail {
namespace {

template <class T>
struct integer_minimum : as_itself<T> {
  static T combine(T left, T right) { return right < left ? right : left; }
};

template <class T>
struct integer_maximum : as_itself<T> {
  static T combine(T left, T right) { return left < right ? right : left; }
};

// Both orders of the comparison are made and their bits united. Where they agree nothing changes;
// where they differ the operands are two zeros or hold a NaN: the zeros' signs combine, and a NaN
// survives a union of magnitudes. No branch, so it becomes vector minima and logic.
template <class T>
struct real_bits {
  using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr word sign = word{1} << (8 * sizeof(T) - 1);
};

template <class T>
struct real_minimum : as_itself<T> {
  static T combine(T left, T right) {
    using word = typename real_bits<T>::word;
    const T one = left < right ? left : right;
    const T other = right < left ? right : left;
    return __builtin_bit_cast(T, __builtin_bit_cast(word, one) | __builtin_bit_cast(word, other));
  }
};

template <class T>
struct real_maximum : as_itself<T> {
  static T combine(T left, T right) {
    using word = typename real_bits<T>::word;
    constexpr word sign = real_bits<T>::sign;
    const T one = right < left ? left : right;
    const T other = left < right ? right : left;
    const word a = __builtin_bit_cast(word, one);
    const word b = __builtin_bit_cast(word, other);
    return __builtin_bit_cast(T, (a & b & sign) | ((a | b) & ~sign));
  }
};

// 16-bit floats are compared as integers whose order is that of the numbers, -0 before +0; a NaN
// becomes the integer that wins, and with that a quiet NaN of full payload.
template <class Format, std::int16_t Nan>
struct half_order {
  using storage = std::uint16_t;
  using accumulator = std::int16_t;

  // Its own inverse.
  static std::int16_t flip(std::int16_t bits) {
    return static_cast<std::int16_t>(bits ^ ((bits >> 15) & 0x7fff));
  }
  static std::int16_t widen(std::uint16_t bits) {
    const bool nan = static_cast<std::int16_t>(bits & 0x7fff) > Format::infinity;
    const std::int16_t key = flip(static_cast<std::int16_t>(bits));
    // Not `nan ? Nan : key`: g++ 12 makes of that and the maximum a masked AVX-512 instruction that
    // it then fails to emit.
    const auto mask = static_cast<std::int16_t>(-static_cast<int>(nan));
    return static_cast<std::int16_t>((key & ~mask) | (Nan & mask));
  }
  static std::uint16_t narrow(std::int16_t key) { return static_cast<std::uint16_t>(flip(key)); }
};

template <class Format>
struct half_minimum : half_order<Format, INT16_MIN> {
  static std::int16_t combine(std::int16_t left, std::int16_t right) {
    return right < left ? right : left;
  }
};

template <class Format>
struct half_maximum : half_order<Format, INT16_MAX> {
  static std::int16_t combine(std::int16_t left, std::int16_t right) {
    return left < right ? right : left;
  }
};

}  // namespace
}  // namespace troupe::detail
