#pragma once

#include <troupe/actors/link/frame.hpp>
#include <troupe/transports/tcp/crc32c.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

/// What stands on a TCP stream after the hello: records, each a `record_header` and a body of fixed
/// size or, for a frame, a `frame` and its payload. Only the data of a pull follow their record
/// uncounted, so that they can land where they belong. Everything is little-endian.
namespace troupe::detail::tcp {

static_assert(std::endian::native == std::endian::little, "records are written as they lie");

/// No frame carries more; it bounds what a decoder keeps.
inline constexpr std::size_t largest_payload = 256 * 1024;

/// Data of a pull in one record.
inline constexpr std::size_t chunk_size = 256 * 1024;

/// Pulls of one requester in flight on one link.
inline constexpr std::size_t max_pulls = 1024;

enum class record_kind : std::uint8_t {
  frame = 1,
  pull_request = 2,
  pull_data = 3,
  pull_refused = 4,
  pull_cancel = 5,
  goodbye = 7,
};

struct record_header {
  std::uint16_t magic = 0x7254;
  record_kind kind{};
  std::uint8_t reserved = 0;
  std::uint32_t length = 0;  ///< of the body
  std::uint32_t crc = 0;     ///< CRC-32C of the eight bytes before it and the body
};
static_assert(sizeof(record_header) == 12);

struct pull_request {
  static constexpr auto kind = record_kind::pull_request;
  std::uint64_t region = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t token = 0;
};

/// Followed by `length` bytes of the region, the next ones of this pull.
struct pull_data {
  static constexpr auto kind = record_kind::pull_data;
  std::uint64_t token = 0;
  std::uint64_t offset = 0;  ///< from the start of the pull
  std::uint32_t length = 0;
  std::uint32_t crc = 0;  ///< of those bytes
};

enum class refusal : std::uint64_t { revoked = 1, out_of_bounds = 2, cancelled = 3 };

struct pull_refused {
  static constexpr auto kind = record_kind::pull_refused;
  std::uint64_t token = 0;
  refusal reason = refusal::revoked;
};

struct pull_cancel {
  static constexpr auto kind = record_kind::pull_cancel;
  std::uint64_t token = 0;
};

struct goodbye {
  static constexpr auto kind = record_kind::goodbye;
};

/// Bytes of a record's body.
template <class Record>
constexpr std::size_t body_size = std::is_empty_v<Record> ? 0 : sizeof(Record);

/// A header whose checksum covers `body` and, after it, `payload`.
inline record_header seal(record_kind kind, std::span<const std::byte> body,
                          std::span<const std::byte> payload = {}) {
  record_header header{.kind = kind,
                       .length = static_cast<std::uint32_t>(body.size() + payload.size())};
  header.crc = crc32c(payload, crc32c(body, crc32c(std::as_bytes(std::span{&header, 1}).first(8))));
  return header;
}

/// A record as bytes.
template <class Record>
std::array<std::byte, sizeof(record_header) + body_size<Record>> encode(const Record& record) {
  std::array<std::byte, sizeof(record_header) + body_size<Record>> bytes;
  const auto body = std::as_bytes(std::span{&record, 1}).first(body_size<Record>);
  const auto header = seal(Record::kind, body);
  std::memcpy(bytes.data(), &header, sizeof header);
  if constexpr (body_size<Record> != 0)
    std::memcpy(bytes.data() + sizeof header, body.data(), body.size());
  return bytes;
}

/// The bytes of a frame before its payload.
inline std::array<std::byte, sizeof(record_header) + sizeof(frame)> encode_frame(
    const frame& header, std::span<const std::byte> payload) {
  std::array<std::byte, sizeof(record_header) + sizeof(frame)> bytes;
  const auto sealed = seal(record_kind::frame, std::as_bytes(std::span{&header, 1}), payload);
  std::memcpy(bytes.data(), &sealed, sizeof sealed);
  std::memcpy(bytes.data() + sizeof sealed, &header, sizeof header);
  return bytes;
}

}  // namespace troupe::detail::tcp
