#include <troupe/actors/membership/message.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

namespace troupe::detail {

namespace {

constexpr std::uint8_t version = 1;
constexpr std::size_t longest_text = 2048;
constexpr std::size_t most_addresses = 16;
constexpr std::size_t head = 1 + 1 + 4 + 4;  // version, kind, total, number of entries

using bytes_out = std::vector<std::byte>;

template <class T>
void put(bytes_out& to, T value) {
  static_assert(std::is_integral_v<T>);
  for (std::size_t i = 0; i < sizeof value; ++i)
    to.push_back(static_cast<std::byte>(static_cast<std::make_unsigned_t<T>>(value) >> (8 * i)));
}

void put(bytes_out& to, std::string_view text) {
  text = text.substr(0, longest_text);
  put(to, static_cast<std::uint16_t>(text.size()));
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  to.insert(to.end(), data, data + text.size());
}

void put(bytes_out& to, const node_info& n) {
  put(to, n.id);
  put(to, n.first_rank);
  put(to, n.ranks);
  put(to, std::string_view{n.name});
  put(to, std::string_view{n.machine});
  put(to, std::string_view{n.local_socket});
  const auto count = std::min(n.addresses.size(), most_addresses);
  put(to, static_cast<std::uint8_t>(count));
  for (std::size_t i = 0; i < count; ++i) put(to, std::string_view{n.addresses[i]});
}

void put(bytes_out& to, const departure& d) {
  put(to, static_cast<std::uint8_t>(d.what));
  put(to, d.id);
  put(to, static_cast<std::uint8_t>(d.failed));
  put(to, std::string_view{d.text});
}

/// Reads and never past the end; once something is wrong, all that follows is zero.
class reader {
 public:
  explicit reader(std::span<const std::byte> bytes) : left_{bytes} {}

  template <class T>
  T number() {
    std::make_unsigned_t<T> value = 0;
    const auto raw = take(sizeof(T));
    for (std::size_t i = 0; i < raw.size(); ++i)
      value |= static_cast<std::make_unsigned_t<T>>(static_cast<std::make_unsigned_t<T>>(raw[i])
                                                    << (8 * i));
    return static_cast<T>(value);
  }
  std::string text() {
    const auto size = number<std::uint16_t>();
    if (size > longest_text) good_ = false;
    const auto raw = take(size);
    return {reinterpret_cast<const char*>(raw.data()), raw.size()};
  }
  node_info node() {
    node_info n;
    n.id = number<node_id>();
    n.first_rank = number<rank_id>();
    n.ranks = number<rank_id>();
    n.name = text();
    n.machine = text();
    n.local_socket = text();
    const auto count = number<std::uint8_t>();
    if (count > most_addresses) good_ = false;
    for (std::size_t i = 0; good_ && i < count; ++i) n.addresses.push_back(text());
    return n;
  }
  departure gone() {
    departure d;
    d.what = number<std::uint8_t>() == 0 ? departure::of::rank : departure::of::node;
    d.id = number<std::int32_t>();
    d.failed = number<std::uint8_t>() != 0;
    d.text = text();
    return d;
  }
  /// Calls `one` as often as the bytes say, which may not be more than there are bytes.
  template <class F>
  void several(F one) {
    const auto count = number<std::uint32_t>();
    if (count > left_.size()) good_ = false;
    for (std::uint32_t i = 0; good_ && i < count; ++i) one();
  }
  bool good() const { return good_; }
  bool at_end() const { return left_.empty(); }

 private:
  std::span<const std::byte> take(std::size_t size) {
    if (!good_ || size > left_.size()) {
      good_ = false;
      return {};
    }
    const auto taken = left_.first(size);
    left_ = left_.subspan(size);
    return taken;
  }

  std::span<const std::byte> left_;
  bool good_ = true;
};

bytes_out begin(const control_message& m) {
  bytes_out out;
  put(out, version);
  put(out, static_cast<std::uint8_t>(m.index()));
  return out;
}

/// As many messages as it takes to keep each below the limit.
template <class Entry>
std::vector<bytes_out> in_parts(const control_message& m, node_id total,
                                const std::vector<Entry>& entries) {
  std::vector<bytes_out> parts;
  bytes_out body;
  std::uint32_t count = 0;
  const auto close_part = [&] {
    auto part = begin(m);
    put(part, total);
    put(part, count);
    part.insert(part.end(), body.begin(), body.end());
    parts.push_back(std::move(part));
    body.clear();
    count = 0;
  };
  for (const auto& each : entries) {
    bytes_out one;
    put(one, each);
    if (count != 0 && head + body.size() + one.size() > largest_control_message) close_part();
    body.insert(body.end(), one.begin(), one.end());
    ++count;
  }
  close_part();
  return parts;
}

}  // namespace

std::vector<bytes_out> encode(const control_message& m) {
  if (const auto* r = std::get_if<told::roster>(&m)) return in_parts(m, r->total, r->nodes);
  if (const auto* n = std::get_if<told::news>(&m)) return in_parts(m, 0, n->gone);
  auto out = begin(m);
  if (const auto* j = std::get_if<told::join>(&m)) {
    put(out, j->who);
    put(out, j->nodes);
  } else if (const auto* g = std::get_if<told::give_up>(&m)) {
    put(out, std::string_view{g->text});
  }
  return {std::move(out)};
}

expected<control_message> decode(std::span<const std::byte> bytes) {
  reader in{bytes};
  const auto found = in.number<std::uint8_t>();
  if (found != version)
    return error{errc::protocol_error,
                 "a membership message of version " + std::to_string(found) + ", wanted version " +
                     std::to_string(version),
                 "run the same release on all nodes"};
  const auto kind = in.number<std::uint8_t>();
  std::optional<control_message> result;
  switch (kind) {
    case 0: {
      told::join m;
      m.who = in.node();
      m.nodes = in.number<node_id>();
      result = std::move(m);
      break;
    }
    case 1: {
      told::roster m;
      m.total = in.number<node_id>();
      in.several([&] { m.nodes.push_back(in.node()); });
      result = std::move(m);
      break;
    }
    case 2:
      result = told::ready{};
      break;
    case 3:
      result = told::go{};
      break;
    case 4:
      result = told::give_up{in.text()};
      break;
    case 5: {
      told::news m;
      (void)in.number<node_id>();
      in.several([&] { m.gone.push_back(in.gone()); });
      result = std::move(m);
      break;
    }
    default:
      break;
  }
  if (!result || !in.good() || !in.at_end())
    return error{errc::protocol_error, "a membership message of kind " + std::to_string(kind) +
                                           " and " + std::to_string(bytes.size()) +
                                           " bytes that makes no sense"};
  return *std::move(result);
}

}  // namespace troupe::detail
