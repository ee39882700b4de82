#include "symbolic.hpp"

namespace troupe::symbolic {

value formulas::named(node n, std::vector<std::uint64_t> key) {
  const auto [at, fresh] = names_.try_emplace(std::move(key), static_cast<value>(nodes_.size()));
  if (fresh) nodes_.push_back(std::move(n));
  return at->second;
}

value formulas::input(rank_id rank, std::size_t index) {
  node n;
  n.rank = rank;
  n.index = index;
  n.ranks = std::uint64_t{1} << rank;
  return named(std::move(n), {0, static_cast<std::uint64_t>(rank), index});
}

value formulas::fold(std::span<const value> parts, bool finish) {
  std::vector<std::uint64_t> key{finish ? 2u : 1u};
  key.insert(key.end(), parts.begin(), parts.end());
  if (const auto known = names_.find(key); known != names_.end()) return known->second;
  node n;
  n.parts.assign(parts.begin(), parts.end());
  n.finish = finish;
  n.finished = finish;
  n.in_order = true;
  n.index = nodes_[parts[0]].index;
  rank_id previous = -1;
  for (const value part : parts) {
    const node& p = nodes_[part];
    n.sound = n.sound && part != garbage && p.sound && !p.finished && p.index == n.index &&
              (n.ranks & p.ranks) == 0;
    n.ranks |= p.ranks;
    n.in_order = n.in_order && p.rank > previous;
    previous = p.rank;
  }
  return named(std::move(n), std::move(key));
}

std::string formulas::fault_in_reduction(value v, std::size_t index, rank_id ranks,
                                         bool rank_order) {
  const node& n = nodes_[v];
  const std::uint64_t all = (std::uint64_t{1} << ranks) - 1;
  if (v == garbage) return "garbage";
  if (!n.sound) return "not each contribution once, unfinished: " + text(v);
  if (n.ranks != all) return "not all contributions: " + text(v);
  if (n.index != index) return "another element: " + text(v);
  if (ranks > 1 && !n.finished) return "not finished: " + text(v);
  if (ranks > 1 && rank_order && !n.in_order) return "not one fold in rank order: " + text(v);
  return {};
}

std::string formulas::text(value v) const {
  if (v == garbage) return "?";
  const node& n = nodes_[v];
  if (n.parts.empty()) return std::to_string(n.rank) + "[" + std::to_string(n.index) + "]";
  std::string all = n.finish ? "finish(" : "(";
  for (std::size_t i = 0; i < n.parts.size(); ++i) all += (i ? " " : "") + text(n.parts[i]);
  return all + ")";
}

}  // namespace troupe::symbolic
