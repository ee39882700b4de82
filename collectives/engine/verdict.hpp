#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/link/frame.hpp>

#include <cstring>
#include <optional>
#include <span>

namespace troupe::detail {

/// Payload of `frame_kind::mismatch`: what two members called.
struct mismatch_notice {
  fingerprint first{};
  fingerprint second{};
  rank_id first_rank = -1;
  rank_id second_rank = -1;
};

/// Payload of `frame_kind::tombstone`: why the sender's call ended.
struct tombstone_notice {
  errc code = errc::internal;
  std::uint8_t named = 0;  ///< how many of `ranks` are set
  std::uint16_t reserved = 0;
  rank_id ranks[5] = {};  ///< whom the sender blames; the first few

  static tombstone_notice of(const error& why);
};

/// Both calls, readable, with their ranks.
error to_error(const mismatch_notice& told);

/// The sender's error as seen from another member.
error to_error(const tombstone_notice& told, rank_id sender);

template <class T>
std::span<const std::byte> to_bytes(const T& notice) {
  static_assert(std::is_trivially_copyable_v<T>);
  return std::as_bytes(std::span{&notice, 1});
}

template <class T>
std::optional<T> from_bytes(std::span<const std::byte> payload) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (payload.size() != sizeof(T)) return std::nullopt;
  T notice;
  std::memcpy(&notice, payload.data(), sizeof(T));
  return notice;
}

}  // namespace troupe::detail
