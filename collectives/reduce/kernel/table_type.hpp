#pragma once

#include <cstddef>
#include <cstdint>

namespace troupe::detail {

/// Folds at least one source into destination; divisor counts for averages alone, and is > 0 there.
using fold_kernel = void (*)(std::byte* destination, const std::byte* const* sources,
                             std::size_t source_count, std::size_t count, std::uint64_t divisor);

/// Kernels of one element type, by reduction.
struct fold_column {
  fold_kernel of[5];
};

/// Kernels of one instruction set, by element type.
struct fold_table {
  fold_column columns[13];
};

extern const fold_table fold_baseline;
extern const fold_table fold_avx2;
extern const fold_table fold_avx512;

}  // namespace troupe::detail
