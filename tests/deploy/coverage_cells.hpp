#pragma once

#include <troupe/collectives/reduce/kernels.hpp>
#include <troupe/collectives/schedule/table.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

// What the collectives' coverage goes through: every primitive, algorithm, element type,
// operation, count, root, in place or not; or so few of these that each two values of different
// columns meet at least once.
namespace coverage {

using troupe::algorithm;
using troupe::element_type;
using troupe::primitive;
using troupe::reduction;

inline constexpr std::array counts{std::size_t{0}, std::size_t{1}, std::size_t{17},
                                   std::size_t{70001}};

/// The wire's types, and `char`, which is a byte on the wire.
inline constexpr std::size_t type_count = 14;
constexpr element_type type_of(std::size_t column) {
  return column < 13 ? static_cast<element_type>(column) : element_type::byte;
}

enum class rooted : std::uint8_t { at_first, at_last };

struct cell {
  primitive kind = primitive::barrier;
  algorithm how = algorithm::automatic;
  std::size_t type = 0;
  reduction op = reduction::sum;
  std::size_t count = 0;
  bool in_place = false;
  rooted root = rooted::at_first;
};

constexpr bool reduces(primitive kind) {
  return kind == primitive::reduce || kind == primitive::all_reduce ||
         kind == primitive::reduce_scatter;
}
constexpr bool has_root(primitive kind) {
  return kind == primitive::reduce || kind == primitive::broadcast;
}

inline std::string to_string(const cell& c) {
  std::string text{troupe::to_string(c.kind)};
  text += " by " + std::string{troupe::to_string(c.how)};
  if (c.kind == primitive::barrier) return text;
  text += " of " + std::to_string(c.count) + ' ' + std::string{troupe::to_string(type_of(c.type))};
  if (reduces(c.kind)) text += ' ' + std::string{troupe::to_string(c.op)};
  if (has_root(c.kind)) text += c.root == rooted::at_first ? " root first" : " root last";
  return text + (c.in_place ? " in place" : "");
}

/// Algorithms of `kind` by the table, and the automatic choice.
inline std::vector<algorithm> ways_of(primitive kind) {
  std::vector<algorithm> ways{algorithm::automatic};
  for (const auto& entry : troupe::algorithms())
    if (entry.kind == kind) ways.push_back(entry.name);
  return ways;
}

/// An average whose partial results the type cannot hold needs an algorithm that folds all at once.
inline bool makes_sense(const cell& c) {
  if (!reduces(c.kind)) return true;
  if (!troupe::reducible(c.op, type_of(c.type))) return false;
  if (c.op != reduction::avg || c.how == algorithm::automatic) return true;
  return troupe::detail::average_splits(type_of(c.type)) ||
         troupe::find(c.kind, c.how)->rank_ordered;
}

inline std::vector<cell> all_cells() {
  std::vector<cell> cells;
  for (const auto how : ways_of(primitive::barrier)) cells.push_back({primitive::barrier, how});
  for (const auto kind : {primitive::broadcast, primitive::reduce, primitive::all_reduce,
                          primitive::all_gather, primitive::reduce_scatter})
    for (const auto how : ways_of(kind))
      for (std::size_t type = 0; type < type_count; ++type)
        for (int op = 0; op < (reduces(kind) ? 5 : 1); ++op)
          for (const auto count : counts)
            for (const bool in_place : {false, true})
              for (const auto root : {rooted::at_first, rooted::at_last}) {
                if (!has_root(kind) && root == rooted::at_last) continue;
                if (kind == primitive::broadcast && !in_place) continue;  // has that form only
                const cell c{kind, how, type, static_cast<reduction>(op), count, in_place, root};
                if (makes_sense(c)) cells.push_back(c);
              }
  return cells;
}

/// Numbers of the pairs of column values that a cell brings together.
inline std::vector<std::size_t> pairs_of(const cell& c) {
  constexpr std::size_t wide = 64;
  const std::size_t columns[] = {
      static_cast<std::size_t>(c.kind) * 10 - 10 + static_cast<std::size_t>(c.how) % 10,
      c.type,
      static_cast<std::size_t>(c.op),
      static_cast<std::size_t>(std::find(counts.begin(), counts.end(), c.count) - counts.begin()),
      c.in_place,
      static_cast<std::size_t>(c.root)};
  std::vector<std::size_t> pairs;
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = a + 1; b < 6; ++b)
      pairs.push_back(((a * 6 + b) * wide + columns[a]) * wide + columns[b]);
  return pairs;
}

/// Greedily: first the cells that bring most new pairs.
inline std::vector<cell> pairwise_cells() {
  auto candidates = all_cells();
  std::shuffle(candidates.begin(), candidates.end(), std::mt19937{7});
  std::vector<bool> seen(36 * 64 * 64);
  std::vector<cell> chosen;
  for (std::size_t wanted = 15; wanted > 0; --wanted)
    for (const auto& each : candidates) {
      const auto pairs = pairs_of(each);
      const auto fresh =
          std::count_if(pairs.begin(), pairs.end(), [&](auto p) { return !seen[p]; });
      if (static_cast<std::size_t>(fresh) < wanted) continue;
      for (const auto p : pairs) seen[p] = true;
      chosen.push_back(each);
    }
  return chosen;
}

}  // namespace coverage
