#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/expected.hpp>
#include <troupe/actors/ids.hpp>
#include <troupe/actors/link/medium.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace troupe::detail {

/// A rank that will not come back, or a node with all its ranks.
struct departure {
  enum class of : std::uint8_t { rank, node };
  of what = of::rank;
  std::int32_t id = 0;
  bool failed = false;  ///< died or threw, rather than left in good order
  std::string text{};

  friend bool operator==(const departure&, const departure&) = default;
};

/// What nodes tell each other about the world.
namespace told {

/// To the seed: this node is there.
struct join {
  node_info who;
  node_id nodes = 0;  ///< of the world, as this node was told
};
/// From the seed: some of the nodes, of `total`.
struct roster {
  node_id total = 0;
  std::vector<node_info> nodes;
};
/// To the seed: this node's ranks take frames.
struct ready {};
/// From the seed: everybody's do.
struct go {};
/// The world will not begin.
struct give_up {
  std::string text;
};
/// Who is gone.
struct news {
  std::vector<departure> gone;
};

}  // namespace told

using control_message =
    std::variant<told::join, told::roster, told::ready, told::go, told::give_up, told::news>;

/// Largest encoded message.
inline constexpr std::size_t largest_control_message = std::size_t{48} << 10;

/// Encoded little-endian, a version first. Rosters and news that would be too large are cut into
/// several messages; texts are cut to 2 KiB.
std::vector<std::vector<std::byte>> encode(const control_message& m);

/// Total: any bytes give a message or `protocol_error`; allocates no more than `bytes` suggests.
expected<control_message> decode(std::span<const std::byte> bytes);

}  // namespace troupe::detail
