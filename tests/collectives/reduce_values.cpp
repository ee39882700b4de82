#include <troupe/collectives/reduce/isa.hpp>

#include <catch2/catch.hpp>

#include <limits>

#include "reduce_reference.hpp"

// Hand-worked results at the edges of each type, asked of every instruction set and at a length
// that reaches both vector bodies and their remainders.
namespace {

using troupe::bfloat16;
using troupe::element_type_of;
using troupe::float16;
using troupe::reduction;
using troupe::detail::fold_isas;

template <class T>
bool folds_to(reduction op, const std::vector<T>& values, T expected, std::uint64_t divisor = 0) {
  constexpr std::size_t count = 131;
  bool all = true;
  for (const auto& isa : fold_isas()) {
    std::vector<std::vector<T>> inputs;
    std::vector<const std::byte*> pointers;
    for (const T value : values) inputs.emplace_back(count, value);
    for (const auto& input : inputs)
      pointers.push_back(reinterpret_cast<const std::byte*>(input.data()));
    std::vector<T> found(count);
    fold_on(isa, op, element_type_of<T>, reinterpret_cast<std::byte*>(found.data()), pointers,
            count, divisor);
    for (const T value : found) all = all && reference::same(value, expected);
  }
  return all;
}

float16 half(float value) {
  return float16{value};
}
bfloat16 brain(float value) {
  return bfloat16{value};
}

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr auto i32_min = std::numeric_limits<std::int32_t>::min();
constexpr auto i32_max = std::numeric_limits<std::int32_t>::max();
constexpr auto i64_min = std::numeric_limits<std::int64_t>::min();
constexpr auto i64_max = std::numeric_limits<std::int64_t>::max();
constexpr auto u64_max = std::numeric_limits<std::uint64_t>::max();

}  // namespace

TEST_CASE("integer sums and products wrap", "[reduce]") {
  CHECK(folds_to<std::int8_t>(reduction::sum, {127, 1}, -128));
  CHECK(folds_to<std::int32_t>(reduction::sum, {i32_min, -1}, i32_max));
  CHECK(folds_to<std::int64_t>(reduction::sum, {i64_max, 1}, i64_min));
  CHECK(folds_to<std::uint16_t>(reduction::prod, {65535, 65535}, 1));
  CHECK(folds_to<std::int32_t>(reduction::prod, {i32_min, -1}, i32_min));
  CHECK(folds_to<std::int64_t>(reduction::prod, {i64_max, 2}, -2));
}

TEST_CASE("minimum and maximum reach the ends of an integer's range", "[reduce]") {
  CHECK(folds_to<std::int64_t>(reduction::min, {0, i64_min, i64_max}, i64_min));
  CHECK(folds_to<std::int64_t>(reduction::max, {0, i64_min, i64_max}, i64_max));
  CHECK(folds_to<std::uint64_t>(reduction::max, {1, u64_max, 2}, u64_max));
  CHECK(folds_to<std::uint8_t>(reduction::min, {200, 100, 255}, 100));
}

TEST_CASE("minimum and maximum hand a NaN on, wherever it stands", "[reduce]") {
  for (const reduction op : {reduction::min, reduction::max})
    for (const float number : {1.0f, -inf, inf, 0.0f})
      for (const float bad : {not_a_number, -not_a_number}) {
        CHECK(folds_to<float>(op, {bad, number}, not_a_number));
        CHECK(folds_to<float>(op, {number, bad}, not_a_number));
        CHECK(folds_to<float>(op, {number, bad, number, number, number, number}, not_a_number));
        CHECK(folds_to<double>(op, {number, bad}, not_a_number));
        CHECK(folds_to<float16>(op, {half(bad), half(number), half(number)}, half(not_a_number)));
        CHECK(folds_to<bfloat16>(op, {brain(number), brain(bad)}, brain(not_a_number)));
      }
}

TEST_CASE("minus zero counts as smaller than plus zero", "[reduce]") {
  CHECK(folds_to<float>(reduction::min, {0.0f, -0.0f}, -0.0f));
  CHECK(folds_to<float>(reduction::min, {-0.0f, 0.0f}, -0.0f));
  CHECK(folds_to<float>(reduction::max, {0.0f, -0.0f}, 0.0f));
  CHECK(folds_to<double>(reduction::max, {-0.0, 0.0}, 0.0));
  CHECK(folds_to<double>(reduction::max, {-0.0, -0.0}, -0.0));
  CHECK(folds_to<float16>(reduction::min, {half(0), half(-0.0f)}, half(-0.0f)));
  CHECK(folds_to<bfloat16>(reduction::max, {brain(-0.0f), brain(0)}, brain(0)));
}

TEST_CASE("16-bit floats are rounded once a fold, not once a source", "[reduce]") {
  CHECK(folds_to<float16>(reduction::sum, {half(2048), half(1), half(1)}, half(2050)));
  CHECK(folds_to<float16>(reduction::sum, {half(60000), half(60000), half(-60000)}, half(60000)));
  CHECK(folds_to<float16>(reduction::sum, {half(65504), half(65504)}, half(inf)));
  CHECK(folds_to<bfloat16>(reduction::sum, {brain(256), brain(1), brain(1)}, brain(258)));
  const std::vector<float16> many(33, half(60000));
  CHECK(folds_to<float16>(reduction::avg, many, half(60000), 33));
}

TEST_CASE("infinities of both signs sum to NaN", "[reduce]") {
  CHECK(folds_to<float>(reduction::sum, {inf, -inf}, not_a_number));
  CHECK(folds_to<float16>(reduction::sum, {half(inf), half(1), half(-inf)}, half(not_a_number)));
  CHECK(folds_to<double>(reduction::prod, {inf, 0.0}, not_a_number));
}

TEST_CASE("integer averages truncate toward zero", "[reduce]") {
  CHECK(folds_to<std::int8_t>(reduction::avg, {-3, -4}, -3, 2));
  CHECK(folds_to<std::int32_t>(reduction::avg, {3, 4}, 3, 2));
  CHECK(folds_to<std::int32_t>(reduction::avg, {-1, 0, 0}, 0, 3));
  CHECK(folds_to<std::int64_t>(reduction::avg, {-7, 0}, -3, 2));
}

TEST_CASE("integer averages don't wrap on the way", "[reduce]") {
  CHECK(folds_to<std::uint8_t>(reduction::avg, {255, 255, 255}, 255, 3));
  CHECK(folds_to<std::int32_t>(reduction::avg, {i32_min, i32_min}, i32_min, 2));
  CHECK(folds_to<std::uint32_t>(reduction::avg, {4294967295u, 4294967295u}, 4294967295u, 2));
  CHECK(folds_to<std::int64_t>(reduction::avg, {i64_min, i64_min, i64_min}, i64_min, 3));
  CHECK(folds_to<std::uint64_t>(reduction::avg, std::vector<std::uint64_t>(33, u64_max), u64_max,
                                33));
}

TEST_CASE("an average without a divisor is the sum", "[reduce]") {
  CHECK(folds_to<std::int8_t>(reduction::avg, {100, 100}, -56));
  CHECK(folds_to<float>(reduction::avg, {1.5f, 2.0f}, 3.5f));
  CHECK(folds_to<float16>(reduction::avg, {half(1.5f), half(2)}, half(3.5f)));
}

TEST_CASE("an average divides even a single source", "[reduce]") {
  CHECK(folds_to<float>(reduction::avg, {1.0f}, 0.25f, 4));
  CHECK(folds_to<std::int16_t>(reduction::avg, {-9}, -2, 4));
}

TEST_CASE("a sum ignores a divisor", "[reduce]") {
  CHECK(folds_to<float>(reduction::sum, {1.0f, 2.0f}, 3.0f, 2));
  CHECK(folds_to<std::int32_t>(reduction::max, {1, 9}, 9, 2));
}
