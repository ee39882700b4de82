#include <troupe/collectives/reduce/isa.hpp>
#include <troupe/collectives/reduce/kernels.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <span>
#include <string>

#include "reduce_reference.hpp"

namespace {

using troupe::element_type_of;
using troupe::reduction;
using troupe::detail::fold_isa;
using troupe::detail::fold_isas;
using troupe::detail::fold_on;

constexpr std::size_t source_counts[] = {1, 2, 3, 4, 5, 6, 7, 8, 33};
constexpr std::size_t largest = 9001;  // more than a block of the narrowest type, and odd
constexpr std::size_t counts[] = {0, 1, 7, 8, 9, 63, 64, 65, 1000, largest};

template <class T>
std::vector<std::vector<T>> draw_sources(std::size_t sources, std::size_t count) {
  std::mt19937_64 random{sources};
  std::vector<std::vector<T>> drawn;
  for (std::size_t i = 0; i < sources; ++i) drawn.push_back(reference::draw_many<T>(random, count));
  return drawn;
}

template <class T>
std::vector<T> expect(reduction op, const std::vector<std::vector<T>>& sources,
                      std::uint64_t divisor) {
  std::vector<T> expected, column(sources.size());
  for (std::size_t i = 0; i < sources[0].size(); ++i) {
    for (std::size_t j = 0; j < sources.size(); ++j) column[j] = sources[j][i];
    expected.push_back(reference::fold(op, column, divisor));
  }
  return expected;
}

template <class T>
std::vector<const std::byte*> pointers_to(const std::vector<std::vector<T>>& sources,
                                          std::size_t offset = 0) {
  std::vector<const std::byte*> pointers;
  for (const auto& source : sources)
    pointers.push_back(reinterpret_cast<const std::byte*>(source.data() + offset));
  return pointers;
}

template <class T>
bool same(std::span<const T> found, std::span<const T> expected) {
  return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                    reference::same<T>);
}

template <class T>
std::string name(const fold_isa& isa, reduction op) {
  return std::string{isa.name} + " " + std::string{to_string(op)} + " of " +
         std::string{to_string(element_type_of<T>)};
}

}  // namespace

TEST_CASE("every operation on every type folds as a sequential loop does", "[reduce]") {
  reference::for_each_type([]<class T>(T) {
    for (const reduction op : reference::all_operations)
      for (const std::size_t sources : source_counts) {
        const auto inputs = draw_sources<T>(sources, largest);
        const std::vector<T> expected = expect(op, inputs, sources);
        const auto pointers = pointers_to(inputs);
        for (const fold_isa& isa : fold_isas())
          for (const std::size_t count : counts) {
            const T untouched = reference::from_bits<T>(0x5a5a5a5a5a5a5a5au);
            std::vector<T> found(count + 16, untouched);
            fold_on(isa, op, element_type_of<T>, reinterpret_cast<std::byte*>(found.data()),
                    pointers, count, sources);
            INFO(name<T>(isa, op) << ", " << sources << " sources, " << count << " elements");
            CHECK(same<T>({found.data(), count}, {expected.data(), count}));
            CHECK(same<T>({found.data() + count, 16}, std::vector<T>(16, untouched)));
          }
      }
  });
}

TEST_CASE("the destination may be any one of the sources", "[reduce]") {
  reference::for_each_type([]<class T>(T) {
    for (const reduction op : {reduction::sum, reduction::max, reduction::avg})
      for (const std::size_t sources : source_counts) {
        const auto inputs = draw_sources<T>(sources, largest);
        const std::vector<T> expected = expect(op, inputs, sources);
        for (const fold_isa& isa : fold_isas())
          for (std::size_t place = 0; place<sources; place += sources> 8 ? 8 : 1) {
            auto buffers = inputs;
            fold_on(isa, op, element_type_of<T>,
                    reinterpret_cast<std::byte*>(buffers[place].data()), pointers_to(buffers),
                    largest, sources);
            INFO(name<T>(isa, op) << ", " << sources << " sources, into " << place);
            CHECK(same<T>(buffers[place], expected));
            for (std::size_t other = 0; other < sources; ++other)
              if (other != place) CHECK(same<T>(buffers[other], inputs[other]));
          }
      }
  });
}

TEST_CASE("buffers need no more than their elements' alignment", "[reduce]") {
  reference::for_each_type([]<class T>(T) {
    const auto inputs = draw_sources<T>(5, 300);
    for (const reduction op : reference::all_operations) {
      const std::vector<T> expected = expect(op, inputs, 5);
      for (const fold_isa& isa : fold_isas())
        for (std::size_t skip = 1; skip < 5; ++skip) {
          std::vector<T> found(300);
          auto pointers = pointers_to(inputs, skip);
          fold_on(isa, op, element_type_of<T>, reinterpret_cast<std::byte*>(found.data() + skip),
                  pointers, 300 - skip, 5);
          INFO(name<T>(isa, op) << ", " << skip << " elements past the start");
          CHECK(same<T>(std::span<const T>{found}.subspan(skip),
                        std::span<const T>{expected}.subspan(skip)));
        }
    }
  });
}

TEST_CASE("one source may stand several times in a fold", "[reduce]") {
  std::vector<std::int32_t> values{1, -2, 3};
  const auto pointer = reinterpret_cast<const std::byte*>(values.data());
  const std::vector<const std::byte*> pointers(6, pointer);
  troupe::detail::fold(reduction::sum, troupe::element_type::i32,
                       reinterpret_cast<std::byte*>(values.data()), pointers, 3);
  CHECK(values == std::vector<std::int32_t>{6, -12, 18});
}
