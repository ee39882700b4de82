#pragma once

#include <troupe/actors/link/frame.hpp>
#include <troupe/collectives/engine/block_pool.hpp>

#include <cstring>
#include <span>

namespace troupe::detail {

/// A message that has arrived and has not found its place yet: the payload itself, or the offer of
/// one that waits at its sender.
struct incoming {
  frame header;
  buffer stored;

  bool is_offer() const { return header.kind == frame_kind::offer; }
  std::span<const std::byte> payload() const { return {stored.data(), header.bytes}; }
};

/// Keeps a message whose payload is only lent.
inline incoming keep(const frame& header, std::span<const std::byte> payload, block_pool& pool) {
  incoming kept{header, {}};
  if (header.kind == frame_kind::offer || payload.empty()) return kept;
  kept.stored = pool.take(payload.size());
  std::memcpy(kept.stored.data(), payload.data(), payload.size());
  return kept;
}

}  // namespace troupe::detail
