#include <troupe/collectives/engine/pulls.hpp>

namespace troupe::detail {

pull_token pull_table::add(pull_owner& owner, std::uint32_t part) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.emplace_back();
  }
  const auto index = free_.back();
  free_.pop_back();
  auto& slot = entries_[index];
  slot.owner = &owner;
  slot.part = part;
  return {self_, (std::uint64_t{slot.generation} << 32) | index};
}

pull_table::entry* pull_table::find(std::uint64_t number) {
  const auto index = static_cast<std::uint32_t>(number);
  if (index >= entries_.size()) return nullptr;
  auto& slot = entries_[index];
  return slot.owner != nullptr && slot.generation == number >> 32 ? &slot : nullptr;
}

void pull_table::remove(pull_token token) {
  auto* slot = find(token.number);
  if (slot == nullptr) return;
  slot->owner = nullptr;
  ++slot->generation;
  free_.push_back(static_cast<std::uint32_t>(token.number));
}

void pull_table::ended(std::uint64_t number, access result) {
  auto* slot = find(number);
  if (slot == nullptr) return;
  auto* owner = slot->owner;
  const auto part = slot->part;
  remove({self_, number});
  owner->pulled(part, result);
}

}  // namespace troupe::detail
