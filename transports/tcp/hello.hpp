#pragma once

#include <troupe/actors/ids.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// How two nodes prove to each other that they know the job's key, before anything else:
///
///     dialler:   greeting (magic, version, who dials whom, nonce)
///     acceptor:  answer::go_on, nonce
///     dialler:   proof
///     acceptor:  answer::go_on, proof
///
/// or, from the acceptor, one byte with the reason and nothing more. A proof is the HMAC-SHA256 of
/// the prover's role, the version, both ids and both nonces; the dialler proves first, so whoever
/// doesn't know the key gets nothing to guess it from. These functions neither send nor receive.
namespace troupe::detail::tcp {

inline constexpr std::uint16_t protocol_version = 1;
inline constexpr std::array<char, 8> greeting_magic = {'t', 'r', 'o', 'u', 'p', 'e', '\r', '\n'};

using nonce = std::array<std::byte, 32>;
using proof = std::array<std::byte, 32>;

/// The acceptor's first word. Values stand on the wire and never change.
enum class answer : std::uint8_t {
  go_on = 0,
  wrong_version = 1,
  wrong_key = 2,
  wrong_node = 3,  ///< the dialler wanted another node
  duplicate = 4,   ///< there is a connection, or a better one is under way: ask again later
  closing = 5,
};

/// The magic and the version keep their meaning in every version.
struct greeting {
  std::array<char, 8> magic = greeting_magic;
  std::uint16_t version = protocol_version;
  std::uint16_t reserved = 0;
  node_id dialler = 0;
  node_id acceptor = 0;
  nonce challenge{};
};
static_assert(sizeof(greeting) == 52);

enum class role : std::uint8_t { dialler = 'd', acceptor = 'a' };

/// Whether `bytes` can begin a greeting.
bool begins_greeting(std::span<const std::byte> bytes);

/// Fresh random bytes.
nonce make_nonce();

/// What `prover` has to show in the conversation that `opening` began and `reply` answered.
proof prove(std::string_view job_key, role prover, const greeting& opening, const nonce& reply);

/// Compares in a time that doesn't depend on the contents.
bool same(const proof& a, const proof& b);

}  // namespace troupe::detail::tcp
