#pragma once

#include <troupe/actors/element.hpp>

#include <cstdint>
#include <string_view>

namespace troupe {

/// How elements are combined. Values stand on the wire and never change; new ones are appended.
enum class reduction : std::uint8_t { sum = 0, prod = 1, min = 2, max = 3, avg = 4 };

inline constexpr reduction sum = reduction::sum;
inline constexpr reduction prod = reduction::prod;
/// NaN propagates; -0 counts as smaller than +0.
inline constexpr reduction min = reduction::min;
/// NaN propagates; -0 counts as smaller than +0.
inline constexpr reduction max = reduction::max;
/// The sum, divided once by the number of contributors in the accumulation type: float for 16-bit
/// floats, the type itself for float and double, 64 bits for integers up to 32 and 128 bits for
/// 64-bit integers, which truncate toward zero.
inline constexpr reduction avg = reduction::avg;

constexpr std::string_view to_string(reduction op) {
  switch (op) {
    case reduction::sum:
      return "sum";
    case reduction::prod:
      return "prod";
    case reduction::min:
      return "min";
    case reduction::max:
      return "max";
    case reduction::avg:
      return "avg";
  }
  return "unknown";
}

/// Whether `op` is defined for elements of `type`: every operation for every number type, none for
/// bytes, which have no arithmetic.
constexpr bool reducible(reduction op, element_type type) {
  return op <= reduction::avg && type != element_type::byte && type <= element_type::f64;
}

}  // namespace troupe
