#include <troupe/collectives/engine/program.hpp>

#include <algorithm>
#include <tuple>

namespace troupe::detail {

program::program(schedule plan) : plan_{std::move(plan)} {
  const auto count = plan_.steps.size();
  waits_.resize(count);
  first_successor_.resize(count + 1);
  window_readers_.resize(plan_.windows.size());
  window_fillers_.resize(plan_.windows.size());
  for (step_id id = 0; id < count; ++id) {
    const auto& each = plan_.steps[id];
    waits_[id] = each.dependencies + (each.kind == step_kind::receive ? 1 : 0);
    for (const auto earlier : plan_.dependencies_of(each)) ++first_successor_[earlier + 1];
    if (each.kind == step_kind::receive) {
      messages_.push_back({each.peer, each.tag, id});
      if (each.at.where == place::window) window_fillers_[each.at.window] = id;
    }
    for (const auto& source : plan_.sources_of(each))
      if (source.where == place::window) ++window_readers_[source.window];
  }
  for (std::size_t i = 0; i < count; ++i) first_successor_[i + 1] += first_successor_[i];
  successors_.resize(first_successor_[count]);
  auto next = first_successor_;
  for (step_id id = 0; id < count; ++id)
    for (const auto earlier : plan_.dependencies_of(plan_.steps[id]))
      successors_[next[earlier]++] = id;
  std::sort(messages_.begin(), messages_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.source, a.tag) < std::tie(b.source, b.tag);
  });
}

std::optional<step_id> program::receive_of(rank_id source, std::uint32_t tag) const {
  const auto found = std::lower_bound(
      messages_.begin(), messages_.end(), std::tie(source, tag),
      [](const auto& m, const auto& wanted) { return std::tie(m.source, m.tag) < wanted; });
  if (found == messages_.end() || found->source != source || found->tag != tag) return std::nullopt;
  return found->receive;
}

bool program_cache::key::operator==(const key& other) const {
  const auto parts = [](const key& k) {
    const auto& s = k.shape;
    return std::tuple{k.how, s.kind, s.rank, s.size, s.root, s.count, s.in_place, s.segment};
  };
  return parts(*this) == parts(other);
}

std::size_t program_cache::hash::operator()(const key& k) const {
  std::size_t h = 0;
  for (const std::uint64_t part :
       {std::uint64_t(k.how), std::uint64_t(k.shape.kind), std::uint64_t(k.shape.rank),
        std::uint64_t(k.shape.size), std::uint64_t(k.shape.root), std::uint64_t(k.shape.count),
        std::uint64_t(k.shape.in_place), std::uint64_t(k.shape.segment)})
    h = (h ^ part) * 0x9e3779b97f4a7c15u + (h >> 29);
  return h;
}

std::shared_ptr<const program> program_cache::get(const collective_shape& shape, algorithm how) {
  const key wanted{shape, how};
  const auto found = programs_.find(wanted);
  if (found != programs_.end()) return found->second;
  if (programs_.size() >= capacity) programs_.clear();
  auto made = std::make_shared<const program>(find(shape.kind, how)->make(shape));
  programs_.emplace(wanted, made);
  return made;
}

}  // namespace troupe::detail
