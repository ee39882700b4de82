#include <set>
#include <tuple>

#include "symbolic.hpp"

namespace troupe::symbolic {
namespace {

std::string fault_in_one(const schedule& s, rank_id rank, rank_id size) {
  std::vector<unsigned> filled(s.windows.size()), used(s.windows.size());
  std::set<std::tuple<bool, rank_id, std::uint32_t>> tags;
  for (step_id id = 0; id < s.steps.size(); ++id) {
    const step& now = s.steps[id];
    const std::string name = "rank " + std::to_string(rank) + " step " + std::to_string(id);
    if (now.first_dependency + now.dependencies > s.dependencies.size() ||
        now.first_source + now.sources > s.sources.size())
      return name + " refers beyond the schedule";
    for (const step_id earlier : s.dependencies_of(now)) {
      if (earlier >= id) return name + " depends on a later step";
    }
    const bool message = now.kind == step_kind::send || now.kind == step_kind::receive;
    if (message) {
      if (now.peer < 0 || now.peer >= size || now.peer == rank) return name + " has no such peer";
      if (!tags.emplace(now.kind == step_kind::send, now.peer, now.tag).second)
        return name + " uses a tag again";
    } else if (now.sources == 0) {
      return name + " has no source";
    }
    if (now.kind != step_kind::receive && now.at.where == place::window)
      return name + " acts on a window";
    if (now.kind == step_kind::receive && now.at.where == place::window) {
      if (now.at.window >= s.windows.size()) return name + " fills no window of the schedule";
      if (now.count != s.windows[now.at.window] || now.at.offset != 0)
        return name + " fills a part of a window";
      ++filled[now.at.window];
    }
    for (const location& from : s.sources_of(now)) {
      if (from.where != place::window) continue;
      if (from.window >= s.windows.size() || filled[from.window] == 0)
        return name + " uses a window before it is filled";
      if (from.offset + now.count > s.windows[from.window]) return name + " leaves its window";
      ++used[from.window];
    }
  }
  for (std::size_t w = 0; w < filled.size(); ++w) {
    if (filled[w] != 1 || used[w] == 0)
      return "rank " + std::to_string(rank) + " window " + std::to_string(w) +
             " isn't filled once and used";
  }
  return {};
}

}  // namespace

std::string static_fault_in(std::span<const schedule> ranks) {
  std::set<std::tuple<rank_id, rank_id, std::uint32_t, std::size_t>> sent, received;
  const auto size = static_cast<rank_id>(ranks.size());
  for (rank_id r = 0; r < size; ++r) {
    const schedule& s = ranks[static_cast<std::size_t>(r)];
    if (auto fault = fault_in_one(s, r, size); !fault.empty()) return fault;
    for (const step& now : s.steps) {
      if (now.kind == step_kind::send) sent.emplace(r, now.peer, now.tag, now.count);
      if (now.kind == step_kind::receive) received.emplace(now.peer, r, now.tag, now.count);
    }
  }
  if (sent != received) return "what is sent isn't what is received";
  return {};
}

}  // namespace troupe::symbolic
