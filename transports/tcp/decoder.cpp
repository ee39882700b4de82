#include <troupe/transports/tcp/decoder.hpp>

#include <algorithm>
#include <cstring>

namespace troupe::detail::tcp {

namespace {

constexpr std::size_t largest_record = sizeof(record_header) + sizeof(frame) + largest_payload;
constexpr std::size_t capacity = 2 * largest_record;

bool length_fits(record_kind kind, std::uint32_t length) {
  switch (kind) {
    case record_kind::frame:
      return length >= sizeof(frame) && length <= sizeof(frame) + largest_payload;
    case record_kind::pull_request:
      return length == body_size<pull_request>;
    case record_kind::pull_data:
      return length == body_size<pull_data>;
    case record_kind::pull_refused:
      return length == body_size<pull_refused>;
    case record_kind::pull_cancel:
      return length == body_size<pull_cancel>;
    case record_kind::goodbye:
      return length == 0;
  }
  return false;
}

template <class T>
T read(std::span<const std::byte> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace

decoder::decoder() : buffer_{std::make_unique_for_overwrite<std::byte[]>(capacity)} {}

std::span<std::byte> decoder::room() {
  if (begin_ == end_) begin_ = end_ = 0;
  if (capacity - end_ < largest_record) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  return std::span{buffer_.get(), capacity}.subspan(end_);
}

decoded decoder::refuse(std::string_view why, bool checksum) {
  broken_ = {why, checksum};
  return broken_;
}

decoded decoder::next() {
  if (!broken_.why.empty()) return broken_;
  const auto held =
      std::span<const std::byte>{buffer_.get(), capacity}.subspan(begin_, end_ - begin_);
  if (bulk_left_ != 0 || held.size() < sizeof(record_header)) return need_more{};
  const auto header = read<record_header>(held);
  if (header.magic != record_header{}.magic || header.reserved != 0)
    return refuse("a record begins with other bytes than it must");
  if (!length_fits(header.kind, header.length))
    return refuse("a record has an unknown kind or a wrong length");
  if (held.size() < sizeof header + header.length) return need_more{};
  const auto bytes = held.subspan(sizeof header, header.length);
  if (crc32c(bytes, crc32c(held.first(8))) != header.crc)
    return refuse("the checksum of a record does not hold", true);
  begin_ += sizeof header + header.length;
  return body(header.kind, bytes);
}

decoded decoder::body(record_kind kind, std::span<const std::byte> bytes) {
  switch (kind) {
    case record_kind::frame:
      return frame_record{read<frame>(bytes), bytes.subspan(sizeof(frame))};
    case record_kind::pull_request:
      return read<pull_request>(bytes);
    case record_kind::pull_data: {
      const auto data = read<pull_data>(bytes);
      if (data.length > chunk_size) return refuse("the data of a pull are longer than a chunk");
      bulk_left_ = data.length;
      return data;
    }
    case record_kind::pull_refused:
      return read<pull_refused>(bytes);
    case record_kind::pull_cancel:
      return read<pull_cancel>(bytes);
    case record_kind::goodbye:
      return goodbye{};
  }
  return refuse("a record has an unknown kind");
}

std::span<const std::byte> decoder::take_bulk() {
  const auto bytes = std::min(bulk_left_, end_ - begin_);
  const auto taken = std::span<const std::byte>{buffer_.get(), capacity}.subspan(begin_, bytes);
  begin_ += bytes;
  bulk_left_ -= bytes;
  return taken;
}

}  // namespace troupe::detail::tcp
