#pragma once

#include <troupe/collectives/reduce/kernel/passes.hpp>

#include <type_traits>

namespace troupe::detail {
namespace {

// A type that is computed in as it stands in memory. Integers come here unsigned, so that they
// wrap.
template <class T>
struct as_itself {
  using storage = T;
  using accumulator = T;

  static T widen(T value) { return value; }
  static T narrow(T value) { return value; }
};

template <class Format>
struct sum_of : Format {
  template <class A>
  static A combine(A left, A right) {
    return static_cast<A>(left + right);
  }
};

template <class Format>
struct product_of : Format {
  template <class A>
  static A combine(A left, A right) {
    // Short integers would be promoted to int, and 65535 * 65535 overflows that.
    if constexpr (std::is_integral_v<A> && sizeof(A) < sizeof(unsigned))
      return static_cast<A>(unsigned{left} * unsigned{right});
    else
      return static_cast<A>(left * right);
  }
};

}  // namespace
}  // namespace troupe::detail
