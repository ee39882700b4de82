#include <troupe/collectives/reduce/isa.hpp>
#include <troupe/collectives/reduce/kernels.hpp>

#include <catch2/catch.hpp>

#include <array>

#include "reduce_reference.hpp"

namespace {

using troupe::bfloat16;
using troupe::element_type_of;
using troupe::float16;
using troupe::reduction;
using troupe::detail::fold_isa;
using troupe::detail::fold_isas;

template <class T>
std::vector<T> fold_pair(const fold_isa& isa, reduction op, const std::vector<T>& left,
                         const std::vector<T>& right, std::uint64_t divisor = 0) {
  const std::array pointers{reinterpret_cast<const std::byte*>(left.data()),
                            reinterpret_cast<const std::byte*>(right.data())};
  std::vector<T> found(left.size());
  fold_on(isa, op, element_type_of<T>, reinterpret_cast<std::byte*>(found.data()), pointers,
          left.size(), divisor);
  return found;
}

template <class T>
std::vector<T> every_pattern() {
  std::vector<T> patterns;
  for (unsigned bits = 0; bits < 65536; ++bits) patterns.push_back(reference::from_bits<T>(bits));
  return patterns;
}

// The library's own scalar conversion is the yardstick here: what a user converts by hand and what
// a fold stores must agree.
template <class T>
void check_conversions(const fold_isa& isa) {
  const std::vector<T> patterns = every_pattern<T>();
  for (const float factor : {1.0f, 1.5f, -3.0f, 0.001f, 6.1e-5f, 1e4f}) {
    const T other{factor};
    const std::vector<T> found =
        fold_pair(isa, reduction::prod, patterns, std::vector<T>(patterns.size(), other));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < patterns.size(); ++i)
      wrong += !reference::same(found[i],
                                T{static_cast<float>(patterns[i]) * static_cast<float>(other)});
    INFO(isa.name << " " << to_string(element_type_of<T>) << " times " << factor);
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("the best instruction set is in use and the baseline always there", "[reduce]") {
  REQUIRE_FALSE(fold_isas().empty());
  CHECK(fold_isas().back().name == "baseline");
  CHECK(fold_isas().front().name == troupe::detail::kernel_isa());
}

TEST_CASE("every instruction set gives the same bits", "[reduce]") {
  reference::for_each_type([]<class T>(T) {
    std::mt19937_64 random{7};
    const auto left = reference::draw_many<T>(random, 100'003);
    const auto right = reference::draw_many<T>(random, 100'003);
    for (const reduction op : reference::all_operations) {
      const auto baseline = fold_pair(fold_isas().back(), op, left, right, 3);
      for (const fold_isa& isa : fold_isas()) {
        const auto found = fold_pair(isa, op, left, right, 3);
        std::size_t differing = 0;
        for (std::size_t i = 0; i < found.size(); ++i)
          differing += !reference::same(found[i], baseline[i]);
        INFO(isa.name << " " << to_string(op) << " of " << to_string(element_type_of<T>));
        CHECK(differing == 0);
      }
    }
  });
}

TEST_CASE("folds convert every 16-bit float as the scalar types do", "[reduce]") {
  for (const fold_isa& isa : fold_isas()) {
    check_conversions<float16>(isa);
    check_conversions<bfloat16>(isa);
  }
}
