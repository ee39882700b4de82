#include <catch2/catch.hpp>

#include "tests/collectives/reduce_reference.hpp"

using troupe::bfloat16;
using troupe::float16;

namespace {

template <class T>
void check_all_bit_patterns() {
  int wrong = 0;
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    T half;
    half.bits = static_cast<std::uint16_t>(bits);
    const auto wide = static_cast<float>(half);
    const auto wanted = reference::decode(half);
    if (std::isnan(wanted)) {
      wrong += !std::isnan(wide) || !reference::is_nan(T{wide});
    } else {
      wrong += std::bit_cast<std::uint32_t>(wide) != std::bit_cast<std::uint32_t>(wanted);
      wrong += T{wide}.bits != half.bits;
    }
  }
  CHECK(wrong == 0);
}

template <class T>
void check_rounding() {
  std::mt19937_64 random{20'26};
  int wrong = 0;
  for (int i = 0; i < 300'000; ++i) {
    auto bits = static_cast<std::uint32_t>(random());
    // Half of them just on, below or above the middle between two neighbours, where ties are.
    if (i % 2 == 0) bits = (bits & 0xffff0000u) | 0x8000u;
    if (i % 4 == 0) bits = (bits & 0xffffe000u) | 0x1000u;
    if (i % 8 == 0) bits += static_cast<std::uint32_t>(i % 3) - 1u;
    const auto value = std::bit_cast<float>(bits);
    wrong += !reference::same(T{value}, reference::encode<T>(value));
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("Every 16-bit pattern widens exactly and comes back", "[half]") {
  check_all_bit_patterns<float16>();
  check_all_bit_patterns<bfloat16>();
}

TEST_CASE("Narrowing rounds to nearest, ties to even, also for subnormals", "[half]") {
  check_rounding<float16>();
  check_rounding<bfloat16>();
}

TEST_CASE("The edges of float16 are where IEEE 754 puts them", "[half]") {
  CHECK(float16{65504.0f}.bits == 0x7bff);
  CHECK(float16{65519.996f}.bits == 0x7bff);
  CHECK(float16{65520.0f}.bits == 0x7c00);
  CHECK(float16{0x1p-24f}.bits == 0x0001);
  CHECK(float16{0x1p-25f}.bits == 0x0000);
  CHECK(float16{0x1.8p-25f}.bits == 0x0001);
  CHECK(float16{0x1p-14f}.bits == 0x0400);
  CHECK(float16{-0.0f}.bits == 0x8000);
  CHECK(float16{1.0f}.bits == 0x3c00);
}

TEST_CASE("The edges of bfloat16 are those of float", "[half]") {
  CHECK(bfloat16{1.0f}.bits == 0x3f80);
  CHECK(bfloat16{std::numeric_limits<float>::max()}.bits == 0x7f80);
  CHECK(bfloat16{-0.0f}.bits == 0x8000);
  CHECK(bfloat16{0x1.01p0f}.bits == 0x3f80);  // a tie, to even
  CHECK(bfloat16{0x1.03p0f}.bits == 0x3f82);  // a tie, to even
}
