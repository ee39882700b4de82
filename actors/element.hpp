#pragma once

#include <troupe/actors/half.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace troupe {

/// Type of a tensor's elements as it stands on the wire. Values never change; new ones are
/// appended.
enum class element_type : std::uint8_t {
  byte = 0,
  i8 = 1,
  i16 = 2,
  i32 = 3,
  i64 = 4,
  u8 = 5,
  u16 = 6,
  u32 = 7,
  u64 = 8,
  f16 = 9,
  bf16 = 10,
  f32 = 11,
  f64 = 12,
};

/// Bytes of one element.
constexpr std::size_t size_of(element_type type) {
  switch (type) {
    case element_type::byte:
    case element_type::i8:
    case element_type::u8:
      return 1;
    case element_type::i16:
    case element_type::u16:
    case element_type::f16:
    case element_type::bf16:
      return 2;
    case element_type::i32:
    case element_type::u32:
    case element_type::f32:
      return 4;
    case element_type::i64:
    case element_type::u64:
    case element_type::f64:
      return 8;
  }
  return 0;
}

constexpr std::string_view to_string(element_type type) {
  switch (type) {
    case element_type::byte:
      return "byte";
    case element_type::i8:
      return "i8";
    case element_type::i16:
      return "i16";
    case element_type::i32:
      return "i32";
    case element_type::i64:
      return "i64";
    case element_type::u8:
      return "u8";
    case element_type::u16:
      return "u16";
    case element_type::u32:
      return "u32";
    case element_type::u64:
      return "u64";
    case element_type::f16:
      return "f16";
    case element_type::bf16:
      return "bf16";
    case element_type::f32:
      return "f32";
    case element_type::f64:
      return "f64";
  }
  return "unknown";
}

namespace detail {

template <class T>
struct element_code;  // no definition: T is not an element type

template <element_type Code>
struct element_code_is {
  static constexpr element_type value = Code;
};

template <>
struct element_code<std::byte> : element_code_is<element_type::byte> {};
template <>
struct element_code<char> : element_code_is<element_type::byte> {};  // text
template <>
struct element_code<signed char> : element_code_is<element_type::i8> {};
template <>
struct element_code<std::int16_t> : element_code_is<element_type::i16> {};
template <>
struct element_code<std::int32_t> : element_code_is<element_type::i32> {};
template <>
struct element_code<long> : element_code_is<element_type::i64> {};
template <>
struct element_code<long long> : element_code_is<element_type::i64> {};
template <>
struct element_code<std::uint8_t> : element_code_is<element_type::u8> {};
template <>
struct element_code<std::uint16_t> : element_code_is<element_type::u16> {};
template <>
struct element_code<std::uint32_t> : element_code_is<element_type::u32> {};
template <>
struct element_code<unsigned long> : element_code_is<element_type::u64> {};
template <>
struct element_code<unsigned long long> : element_code_is<element_type::u64> {};
template <>
struct element_code<float16> : element_code_is<element_type::f16> {};
template <>
struct element_code<bfloat16> : element_code_is<element_type::bf16> {};
template <>
struct element_code<float> : element_code_is<element_type::f32> {};
template <>
struct element_code<double> : element_code_is<element_type::f64> {};

}  // namespace detail

/// A C++ type that can be sent, received and reduced.
template <class T>
concept element = requires {
  detail::element_code<T>::value;
};

/// The wire code of `T`.
template <element T>
inline constexpr element_type element_type_of = detail::element_code<T>::value;

}  // namespace troupe
