#include <troupe/transports/tcp/regions.hpp>

namespace troupe::detail::tcp {

region_key regions::expose(std::span<const std::byte> memory) {
  std::lock_guard lock{mutex_};
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const auto index = free_.back();
  free_.pop_back();
  auto& mine = slots_[index];
  mine.memory = memory;
  ++mine.generation;
  return (std::uint64_t{mine.generation} << 32) | index;
}

bool regions::revoke(region_key key) {
  std::lock_guard lock{mutex_};
  if (!exposed(key)) return false;
  auto& mine = slots_[index_of(key)];
  mine.memory = {};
  ++mine.generation;
  free_.push_back(index_of(key));
  return true;
}

std::optional<std::span<const std::byte>> regions::find(region_key key, std::uint64_t offset,
                                                        std::uint64_t length) const {
  std::lock_guard lock{mutex_};
  if (!exposed(key)) return {};
  const auto memory = slots_[index_of(key)].memory;
  if (offset > memory.size() || length > memory.size() - offset) return {};
  return memory.subspan(offset, length);
}

}  // namespace troupe::detail::tcp
