#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace troupe {

namespace detail {

/// Rounds to nearest, ties to even; keeps NaN a NaN; overflows to infinity.
constexpr std::uint16_t bits_of_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

constexpr float float_of_bfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// IEEE 754 binary16, rounded to nearest, ties to even, with subnormals.
constexpr std::uint16_t bits_of_float16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (magnitude >= 0x47800000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x38800000u) {  // subnormal: let one addition align and round
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
  }
  const std::uint32_t rounded = magnitude + 0x0fffu + ((magnitude >> 13) & 1u);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

constexpr float float_of_float16(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u)
    return std::bit_cast<float>(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
  if (magnitude >= 0x0400u) return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000u));
  const float value = static_cast<float>(magnitude) * 0x1p-24f;
  return sign != 0 ? -value : value;
}

}  // namespace detail

/// IEEE 754 binary16 in storage; arithmetic happens in float.
struct float16 {
  std::uint16_t bits = 0;

  float16() = default;
  constexpr explicit float16(float value) : bits{detail::bits_of_float16(value)} {}
  constexpr explicit operator float() const { return detail::float_of_float16(bits); }
};

/// The upper half of a float in storage; arithmetic happens in float.
struct bfloat16 {
  std::uint16_t bits = 0;

  bfloat16() = default;
  constexpr explicit bfloat16(float value) : bits{detail::bits_of_bfloat16(value)} {}
  constexpr explicit operator float() const { return detail::float_of_bfloat16(bits); }
};

}  // namespace troupe
