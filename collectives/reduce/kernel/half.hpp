#pragma once

#include <troupe/collectives/reduce/kernel/half_pack.hpp>

#include <cstdint>

namespace troupe::detail {
namespace {

// The conversions of <troupe/actors/half.hpp> once more, without branches, so that loops over them
// become vector code.

// The upper half of a float.
struct brain16 : brain16_pack {
  using storage = std::uint16_t;
  using accumulator = float;
  static constexpr std::int16_t infinity = 0x7f80;

  using brain16_pack::narrow;
  using brain16_pack::widen;

  static float widen(std::uint16_t bits) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }
  static std::uint16_t narrow(float value) {
    const auto bits = __builtin_bit_cast(std::uint32_t, value);
    const std::uint32_t nan = (bits >> 16) | 0x40u;
    const std::uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    return static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
  }
};

// IEEE 754 binary16.
struct binary16 : binary16_pack {
  using storage = std::uint16_t;
  using accumulator = float;
  static constexpr std::int16_t infinity = 0x7c00;

  using binary16_pack::narrow;
  using binary16_pack::widen;

  static float widen(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    const std::int32_t magnitude = bits & 0x7fff;
    const auto shifted = static_cast<std::uint32_t>(magnitude) << 13;
    const auto subnormal =
        __builtin_bit_cast(std::uint32_t, static_cast<float>(magnitude) * 0x1p-24f);
    const std::uint32_t normal = shifted + 0x38000000u;
    const std::uint32_t special = shifted | 0x7f800000u;
    const std::uint32_t finite = magnitude < 0x0400 ? subnormal : normal;
    return __builtin_bit_cast(float, sign | (magnitude < infinity ? finite : special));
  }
  static std::uint16_t narrow(float value) {
    const auto bits = __builtin_bit_cast(std::uint32_t, value);
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    const auto magnitude = static_cast<std::int32_t>(bits & 0x7fffffffu);
    // One addition aligns and rounds a subnormal.
    const float aligned = __builtin_bit_cast(float, magnitude) + 0.5f;
    const std::uint32_t subnormal = __builtin_bit_cast(std::uint32_t, aligned) - 0x3f000000u;
    const auto unsigned_magnitude = static_cast<std::uint32_t>(magnitude);
    const std::uint32_t normal =
        (unsigned_magnitude + 0x0fffu + ((unsigned_magnitude >> 13) & 1u) - 0x38000000u) >> 13;
    const std::uint32_t special = magnitude > 0x7f800000 ? 0x7e00u : 0x7c00u;
    const std::uint32_t finite = magnitude < 0x38800000 ? subnormal : normal;
    return static_cast<std::uint16_t>(sign | (magnitude < 0x47800000 ? finite : special));
  }
};

}  // namespace
}  // namespace troupe::detail
