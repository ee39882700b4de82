#include <troupe/collectives/reduce/isa.hpp>
#include <troupe/collectives/reduce/kernels.hpp>

#include <catch2/catch.hpp>

#include "reduce_reference.hpp"

namespace {

using troupe::element_type_of;
using troupe::reduction;
using troupe::detail::fold_isas;

template <class T>
void check_averages(std::uint64_t divisor, std::size_t sources, std::size_t count) {
  std::mt19937_64 random{divisor};
  std::vector<std::vector<T>> inputs;
  std::vector<const std::byte*> pointers;
  for (std::size_t i = 0; i < sources; ++i) {
    inputs.push_back(reference::draw_many<T>(random, count));
    pointers.push_back(reinterpret_cast<const std::byte*>(inputs.back().data()));
  }
  for (const auto& isa : fold_isas()) {
    std::vector<T> found(count), column(sources);
    fold_on(isa, reduction::avg, element_type_of<T>, reinterpret_cast<std::byte*>(found.data()),
            pointers, count, divisor);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < sources; ++j) column[j] = inputs[j][i];
      wrong += !reference::same(found[i], reference::fold(reduction::avg, column, divisor));
    }
    INFO(isa.name << " " << to_string(element_type_of<T>) << " by " << divisor);
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("averages are exact for any divisor, fewer or more than the sources", "[reduce]") {
  const std::uint64_t divisors[] = {1,
                                    2,
                                    3,
                                    7,
                                    8,
                                    1000,
                                    (1ull << 31) - 1,
                                    (1ull << 31) + 1,
                                    (1ull << 53) - 1,
                                    (1ull << 53) + 1,
                                    (1ull << 63) + 1,
                                    ~0ull};
  reference::for_each_type([&]<class T>(T) {
    for (const std::uint64_t divisor : divisors)
      for (const std::size_t sources : {1, 3, 8}) check_averages<T>(divisor, sources, 1001);
  });
}

TEST_CASE("quotients one below a multiple of the divisor aren't rounded up", "[reduce]") {
  for (std::uint32_t divisor = 3; divisor < 2000; divisor += 7) {
    const std::uint32_t multiple = 4294967295u / divisor * divisor;
    const std::vector<std::uint32_t> inputs[] = {std::vector<std::uint32_t>(40, multiple - 1),
                                                 std::vector<std::uint32_t>(40, 0)};
    const std::vector<const std::byte*> pointers{
        reinterpret_cast<const std::byte*>(inputs[0].data()),
        reinterpret_cast<const std::byte*>(inputs[1].data())};
    for (const auto& isa : fold_isas()) {
      std::vector<std::uint32_t> found(40);
      fold_on(isa, reduction::avg, troupe::element_type::u32,
              reinterpret_cast<std::byte*>(found.data()), pointers, 40, divisor);
      CHECK(found == std::vector<std::uint32_t>(40, multiple / divisor - 1));
    }
  }
}

TEST_CASE("only averages of float and double may be cut into partial folds", "[reduce]") {
  using troupe::element_type;
  using troupe::detail::average_splits;
  for (int code = 0; code <= static_cast<int>(element_type::f64); ++code) {
    const auto type = static_cast<element_type>(code);
    CHECK(average_splits(type) == (type == element_type::f32 || type == element_type::f64));
  }
}
