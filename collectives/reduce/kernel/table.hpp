#pragma once

// The kernels are compiled once an instruction set. Everything that these headers define has
// internal linkage, and they call no inline function from elsewhere at run time: the linker would
// keep one copy of such a function, perhaps the one with instructions that this machine lacks.

#include <troupe/actors/element.hpp>
#include <troupe/actors/reduction.hpp>
#include <troupe/collectives/reduce/kernel/average.hpp>
#include <troupe/collectives/reduce/kernel/extremum.hpp>
#include <troupe/collectives/reduce/kernel/half.hpp>
#include <troupe/collectives/reduce/kernel/sum_prod.hpp>
#include <troupe/collectives/reduce/kernel/table_type.hpp>

#include <type_traits>

namespace troupe::detail {
namespace {

// One line an operation, in the order of `reduction`.
template <class T>
constexpr fold_column integer_column{{
    &fold_by<sum_of<as_itself<std::make_unsigned_t<T>>>>,
    &fold_by<product_of<as_itself<std::make_unsigned_t<T>>>>,
    &fold_by<integer_minimum<T>>,
    &fold_by<integer_maximum<T>>,
    &fold_integer_average<T>,
}};

template <class T>
constexpr fold_column real_column{{
    &fold_by<sum_of<as_itself<T>>>,
    &fold_by<product_of<as_itself<T>>>,
    &fold_by<real_minimum<T>>,
    &fold_by<real_maximum<T>>,
    &fold_average<as_itself<T>>,
}};

template <class Format>
constexpr fold_column half_column{{
    &fold_by<sum_of<Format>>,
    &fold_by<product_of<Format>>,
    &fold_by<half_minimum<Format>>,
    &fold_by<half_maximum<Format>>,
    &fold_average<Format>,
}};

static_assert(static_cast<int>(reduction::avg) == 4, "a column holds sum, prod, min, max, avg");
static_assert(static_cast<int>(element_type::f64) == 12, "the table ends with f64");

// One line a type, in the order of `element_type`.
constexpr fold_table table_of_this_isa{{
    fold_column{},  // bytes have no arithmetic
    integer_column<std::int8_t>,
    integer_column<std::int16_t>,
    integer_column<std::int32_t>,
    integer_column<std::int64_t>,
    integer_column<std::uint8_t>,
    integer_column<std::uint16_t>,
    integer_column<std::uint32_t>,
    integer_column<std::uint64_t>,
    half_column<binary16>,
    half_column<brain16>,
    real_column<float>,
    real_column<double>,
}};

}  // namespace
}  // namespace troupe::detail
