#include <troupe/collectives/engine/context.hpp>

namespace troupe::detail {

void context::open(std::string name, std::vector<rank_id> members, rank_id own) {
  name_ = std::move(name);
  members_ = std::move(members);
  own_ = own;
  bool same = true;
  for (std::size_t i = 0; i < members_.size(); ++i) same &= members_[i] == static_cast<rank_id>(i);
  if (same) return;
  for (std::size_t i = 0; i < members_.size(); ++i)
    from_world_.emplace(members_[i], static_cast<rank_id>(i));
}

rank_id context::from_world(rank_id world) const {
  if (from_world_.empty()) return world >= 0 && world < size() ? world : -1;
  const auto found = from_world_.find(world);
  return found != from_world_.end() ? found->second : -1;
}

void context::remember(std::uint64_t sequence, const fingerprint& agreed, error verdict) {
  auto& slot = history_[sequence % history_.size()];
  slot.sequence = sequence;
  slot.agreed = agreed;
  if (verdict || slot.verdict) slot.verdict = std::move(verdict);
}

const context::past* context::recall(std::uint64_t sequence) const {
  const auto& slot = history_[sequence % history_.size()];
  return slot.sequence == sequence ? &slot : nullptr;
}

}  // namespace troupe::detail
