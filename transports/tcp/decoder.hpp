#pragma once

#include <troupe/transports/tcp/wire.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

namespace troupe::detail::tcp {

/// The buffered bytes hold no whole record.
struct need_more {};

/// The bytes are no record; the stream can't be trusted any more.
struct malformed {
  std::string_view why{};
  bool checksum = false;
};

/// A frame; `payload` lies in the decoder until its next `room`.
struct frame_record {
  frame header{};
  std::span<const std::byte> payload{};
};

using decoded = std::variant<need_more, malformed, frame_record, pull_request, pull_data,
                             pull_refused, pull_cancel, goodbye>;

/// Turns the bytes of a stream, cut anywhere, into records. Any bytes give records, "need more" or
/// `malformed`. Its memory is allocated once and bounded.
///
/// Threads: one at a time.
class decoder {
 public:
  decoder();

  /// Where the next bytes of the stream go: at least one byte, and room for the largest record.
  std::span<std::byte> room();

  /// The first `bytes` of `room()` were filled.
  void commit(std::size_t bytes) { end_ += bytes; }

  /// The next record. After a `pull_data` its bytes must be taken before the next call.
  decoded next();

  /// Bytes of the pull that are still to come.
  std::size_t bulk_left() const { return bulk_left_; }

  /// Takes those bytes of the pull that are buffered.
  std::span<const std::byte> take_bulk();

  /// The next `bytes` of the pull were read past the decoder, which holds none of them.
  void bypass_bulk(std::size_t bytes) { bulk_left_ -= bytes; }

 private:
  decoded refuse(std::string_view why, bool checksum = false);
  decoded body(record_kind kind, std::span<const std::byte> bytes);

  std::unique_ptr<std::byte[]> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t bulk_left_ = 0;
  malformed broken_{};
};

}  // namespace troupe::detail::tcp
