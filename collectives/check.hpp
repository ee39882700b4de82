#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/reduction.hpp>
#include <troupe/collectives/memory_range.hpp>

namespace troupe::detail {

/// Checks of arguments, made before anything is sent. Each gives `ok` or `invalid_argument` with
/// what was found and what was wanted.

error check_memory(const erased_range& memory, std::string_view name);
error check_rank(rank_id rank, rank_id size, std::string_view name);
error check_reduction(reduction op, element_type type);
error check_count(const char* what, std::size_t found, std::size_t wanted);
/// `blocks` blocks of `block` elements each.
error check_blocks(const char* what, std::size_t found, std::size_t block, std::size_t blocks);
error check_types(const erased_range& in, const erased_range& out);
/// `in` must be `out` + `offset` elements exactly, or the two must not meet at all.
error check_alias(const erased_range& in, const erased_range& out, std::size_t in_offset,
                  std::size_t out_offset);

/// The first error among several checks.
template <class... Errors>
error first_error(Errors... each) {
  error found;
  ((found = found ? found : each), ...);
  return found;
}

}  // namespace troupe::detail
