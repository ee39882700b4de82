#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace troupe {

/// A contiguous part of a buffer, in elements.
struct slice {
  std::size_t offset = 0;
  std::size_t count = 0;

  constexpr std::size_t end() const { return offset + count; }
  friend bool operator==(const slice&, const slice&) = default;
};

/// Block `index` of `count` elements cut into `parts`: the first count % parts blocks hold one
/// element more than the others.
constexpr slice block_of(std::size_t count, std::size_t parts, std::size_t index) {
  const std::size_t base = count / parts;
  const std::size_t larger = count % parts;
  return {index * base + std::min(index, larger), base + (index < larger ? 1 : 0)};
}

/// How many pieces of at most `segment` elements `count` makes; at least 1, and 1 for segment 0.
constexpr std::size_t pieces_in(std::size_t count, std::size_t segment) {
  return segment == 0 || count == 0 ? 1 : (count - 1) / segment + 1;
}

/// The pieces of `whole`, each of `segment` elements but the last.
inline std::vector<slice> pieces_of(slice whole, std::size_t segment) {
  std::vector<slice> pieces(pieces_in(whole.count, segment), whole);
  for (std::size_t i = 0; i < pieces.size() && pieces.size() > 1; ++i) {
    pieces[i] = {whole.offset + i * segment, std::min(segment, whole.count - i * segment)};
  }
  return pieces;
}

}  // namespace troupe
