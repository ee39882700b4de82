#pragma once

#include <troupe/actors/ids.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// How two nodes prove to each other that they know the job's key, before anything else:
///
///     dialler:   greeting (magic, version, who dials whom, job, limits, nonce)
///     acceptor:  reply (go on or why not, version, limits, nonce)
///     dialler:   proof
///     acceptor:  verdict (welcome or why not, who and which job it is, proof)
///
/// A proof is the HMAC-SHA256, under the job's key, of the prover's role, the greeting and the
/// reply, so it can't be used again. The dialler proves first: whoever doesn't know the key learns
/// neither a proof to guess it from nor the job's name. These functions neither send nor receive.
namespace troupe::detail::tcp {

inline constexpr std::uint16_t protocol_version = 1;
inline constexpr std::array<char, 8> greeting_magic = {'t', 'r', 'o', 'u', 'p', 'e', '\r', '\n'};
inline constexpr std::size_t longest_job = 64;

using nonce = std::array<std::byte, 32>;
using proof = std::array<std::byte, 32>;
using job_name = std::array<char, longest_job>;  // padded with zeros

/// The acceptor's word. Values stand on the wire and never change.
enum class answer : std::uint8_t {
  welcome = 0,
  wrong_version = 1,
  wrong_key = 2,
  wrong_node = 3,    ///< the dialler wanted another node
  unknown_node = 4,  ///< the dialler is no node of the job
  wrong_job = 5,
  wrong_limits = 6,
  duplicate = 7,  ///< there is a connection, or a better one is under way: ask again later
  gone = 8,       ///< there was a connection; it is not made again
};

/// The magic and the version keep their meaning in every version.
struct greeting {
  std::array<char, 8> magic = greeting_magic;
  std::uint16_t version = protocol_version;
  std::uint16_t reserved = 0;
  node_id dialler = 0;
  node_id acceptor = 0;
  std::uint32_t max_payload = 0;  ///< that the dialler takes in one frame
  job_name job{};
  nonce challenge{};
};
static_assert(sizeof(greeting) == 120);

/// Bytes of a greeting that tell whether the rest can be understood.
inline constexpr std::size_t greeting_prefix = 12;

struct reply {
  answer word = answer::welcome;
  std::uint8_t reserved = 0;
  std::uint16_t version = protocol_version;
  std::uint32_t max_payload = 0;  ///< that the acceptor takes in one frame
  nonce challenge{};
};
static_assert(sizeof(reply) == 40);

struct verdict {
  answer word = answer::welcome;
  std::array<std::uint8_t, 3> reserved{};
  node_id acceptor = 0;
  job_name job{};
  proof shown{};
};
static_assert(sizeof(verdict) == 104);

enum class role : std::uint8_t { dialler = 'd', acceptor = 'a' };

/// Whether `bytes` can begin a greeting.
bool begins_greeting(std::span<const std::byte> bytes);

/// Fresh random bytes.
nonce make_nonce();

job_name to_job_name(std::string_view name);
std::string_view to_view(const job_name& name);

/// What `prover` has to show in the conversation that `opening` began and `answered` continued.
proof prove(std::string_view job_key, role prover, const greeting& opening, const reply& answered);

/// Compares in a time that doesn't depend on the contents.
bool same(const proof& a, const proof& b);

}  // namespace troupe::detail::tcp
