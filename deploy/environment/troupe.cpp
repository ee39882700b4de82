#include <troupe/deploy/environment/launchers.hpp>

#include <array>

namespace troupe::detail {
namespace {

constexpr std::array<std::string_view, 4> seat{"TROUPE_NODE", "TROUPE_NODES", "TROUPE_FIRST_RANK",
                                               "TROUPE_RANKS"};

constexpr auto all_or_none =
    "set all of TROUPE_NODE, TROUPE_NODES, TROUPE_FIRST_RANK and TROUPE_RANKS, or none of them; "
    "'troupe run' does so";

}  // namespace

bool started_by_troupe(const variables& vars) {
  for (const auto name : seat) {
    if (vars.has(name)) return true;
  }
  return false;
}

node_setup read_troupe(variables& vars) {
  node_setup setup;
  const auto nodes = vars.number("TROUPE_NODES", 1, most_ranks, all_or_none);
  const auto self = vars.number("TROUPE_NODE", 0, most_ranks - 1, all_or_none);
  const auto first = vars.number("TROUPE_FIRST_RANK", 0, most_ranks - 1, all_or_none);
  const auto ranks = vars.number("TROUPE_RANKS", 1, most_ranks, all_or_none);
  const auto local = vars.number_or("TROUPE_LOCAL_RANKS", 1, most_ranks, 0);
  if (self >= nodes)
    vars.refuse("TROUPE_NODE", "less than TROUPE_NODES, which is " + std::to_string(nodes));
  // Every node before this one has a rank at least.
  if (self == 0 ? first != 0 : first < self)
    vars.refuse("TROUPE_FIRST_RANK", self == 0 ? "0 for node 0"
                                               : "at least " + std::to_string(self) +
                                                     ", as TROUPE_NODE is " + std::to_string(self) +
                                                     " and each earlier node has a rank");
  if (local != 0 && local < ranks)
    vars.refuse("TROUPE_LOCAL_RANKS", "at least TROUPE_RANKS, which is " + std::to_string(ranks));
  setup.self = static_cast<node_id>(self);
  setup.nodes = static_cast<node_id>(nodes);
  setup.first_rank = static_cast<rank_id>(first);
  setup.ranks = static_cast<rank_id>(ranks);
  setup.local_ranks = static_cast<rank_id>(local);
  return setup;
}

}  // namespace troupe::detail
