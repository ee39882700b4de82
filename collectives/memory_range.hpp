#pragma once

#include <troupe/actors/element.hpp>

#include <concepts>
#include <ranges>
#include <type_traits>

namespace troupe {

/// Contiguous elements: a span, a vector, an array, a tensor.
template <class R>
concept readable = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    element<std::remove_cv_t<std::ranges::range_value_t<R>>>;

/// The same, not const.
template <class R>
concept writable =
    readable<R> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

/// The element type of such a range.
template <readable R>
using element_of = std::remove_cv_t<std::ranges::range_value_t<R>>;

namespace detail {

/// A range without its type.
struct erased_range {
  std::byte* data = nullptr;  // written only if the range was writable
  std::size_t count = 0;
  element_type type = element_type::byte;
};

template <readable R>
erased_range erase(R&& range) {
  using T = element_of<R>;
  return {reinterpret_cast<std::byte*>(const_cast<T*>(std::ranges::data(range))),
          std::ranges::size(range), element_type_of<T>};
}

}  // namespace detail
}  // namespace troupe
