#include <troupe/transports/in_process/link.hpp>

#include <algorithm>
#include <cstring>

namespace troupe {

namespace {

/// A reader stays inside a region for one chunk at most, so that its owner never waits long for it.
constexpr std::size_t chunk = std::size_t{1} << 20;

}  // namespace

in_process_link::in_process_link(rank_id first_rank, std::vector<detail::endpoint*> endpoints)
    : traits_{.medium = link_class::in_process,
              .max_payload = detail::inbox::inline_payload,
              .views = true},
      first_{first_rank},
      endpoints_{std::move(endpoints)} {}

detail::endpoint* in_process_link::find(rank_id rank) const {
  const auto index = static_cast<std::size_t>(rank - first_);
  return rank >= first_ && index < endpoints_.size() ? endpoints_[index] : nullptr;
}

bool in_process_link::send(const frame& header, std::span<const std::byte> payload) {
  auto* target = find(header.destination);
  auto* source = find(header.source);
  if (target == nullptr || source == nullptr) return true;
  target->frames().push(header, payload);
  // The sender's turn ends with telling the target; large payloads are its own thread's business.
  const bool heavy = header.kind == frame_kind::offer && header.bytes > 16 * 1024;
  if (!source->touched().add(*target, heavy)) source->announce(*target);
  return true;
}

region_key in_process_link::expose(std::span<const std::byte> memory) {
  return regions_.expose(memory);
}

void in_process_link::revoke(region_key region) {
  regions_.revoke(region);
}

access in_process_link::pull(region_key region, std::size_t offset,
                             std::span<std::byte> destination, pull_token) {
  for (std::size_t done = 0; done < destination.size();) {
    std::span<const std::byte> memory;
    if (!regions_.acquire(region, memory)) return access::revoked;
    const auto size = std::min(chunk, destination.size() - done);
    const bool inside = offset <= memory.size() && done + size <= memory.size() - offset;
    if (inside) std::memcpy(destination.data() + done, memory.data() + offset + done, size);
    regions_.release(region);
    if (!inside) return access::failed;
    done += size;
  }
  return access::granted;
}

access in_process_link::view(region_key region, const std::byte*& data) {
  std::span<const std::byte> memory;
  if (!regions_.acquire(region, memory)) return access::revoked;
  data = memory.data();
  return access::granted;
}

bool in_process_link::release(region_key region) {
  regions_.release(region);
  return true;
}

}  // namespace troupe
