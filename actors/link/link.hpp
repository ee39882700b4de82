#pragma once

#include <troupe/actors/link/frame.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace troupe {

/// Names memory that its owner exposed on a link; meaningful only to that link's two ends.
using region_key = std::uint64_t;

/// How a request for the peer's memory went.
enum class access : std::uint8_t {
  granted,      ///< done: the data is there
  pending,      ///< started: `frame_sink::pulled` will tell
  busy,         ///< no credit now: ask again later
  revoked,      ///< the owner took the region back; nothing of what was read may be used
  unavailable,  ///< this link cannot do it for this region
  failed,       ///< the link broke
};

/// The class of a medium, for choosing algorithms.
enum class link_class : std::uint8_t { in_process, shared_memory, tcp };

constexpr std::string_view to_string(link_class c) {
  switch (c) {
    case link_class::in_process:
      return "in-process";
    case link_class::shared_memory:
      return "shm";
    case link_class::tcp:
      return "tcp";
  }
  return "unknown";
}

/// What a link can do.
struct link_traits {
  link_class medium = link_class::in_process;
  std::size_t max_payload = 0;  ///< bytes that one `send` may carry
  bool views = false;           ///< `view` may succeed
};

/// Identifies a pull to its requester: the rank of the world that asked and its own number.
struct pull_token {
  rank_id rank = 0;
  std::uint64_t number = 0;
};

/// One connection between two nodes, shared by all their ranks. Frames between two given ranks
/// arrive in the order in which `send` took them.
///
/// Threads: every member may be called from any thread at any time and is bounded: it never waits
/// for the peer. No peer ever writes into memory that a user can see: large payloads are exposed by
/// their owner and pulled by the receiver.
class link {
 public:
  link() = default;
  link(const link&) = delete;
  link& operator=(const link&) = delete;
  virtual ~link() = default;

  virtual const link_traits& traits() const = 0;

  /// Takes header and payload, copying both before it returns, or returns false for "no credit now"
  /// (also while still connecting): nothing was taken, offer it again when `frame_sink::writable`
  /// tells. A broken link takes frames and drops them; `frame_sink::down` tells about it.
  /// `payload.size()` <= `traits().max_payload`.
  virtual bool send(const frame& header, std::span<const std::byte> payload) = 0;

  /// Lets the peer read `memory` until `revoke`. The key goes into an offer.
  virtual region_key expose(std::span<const std::byte> memory) = 0;

  /// Takes a region back. When it returns, neither this library nor the peer reads the memory any
  /// more; a peer that was reading learns `access::revoked`. Bounded: it waits at most for one
  /// chunk that this process is copying.
  virtual void revoke(region_key region) = 0;

  /// Reads bytes [offset, offset + destination.size()) of the peer's region into `destination`.
  /// After `pending`, `destination` must stay valid until `frame_sink::pulled(token, …)`.
  virtual access pull(region_key region, std::size_t offset, std::span<std::byte> destination,
                      pull_token token) = 0;

  /// A pending pull ends now: when it returns, `destination` is not written any more and `pulled`
  /// is not called for the token any more. Does nothing if the pull has ended.
  virtual void cancel_pull(pull_token token) = 0;

  /// The peer's region as memory of this process, until `release`: the zero-copy way to read it.
  /// `granted` sets `data`; `unavailable` means use `pull`.
  virtual access view(region_key region, const std::byte*& data) = 0;

  /// Ends a view. False if the region was revoked meanwhile: nothing read from it may be used.
  virtual bool release(region_key region) = 0;
};

/// Where a link hands up what happens on it. Implemented by the node; every member is thread-safe,
/// bounded, and never blocks. A link calls it from the thread that polls the link, without holding
/// a lock that `link`'s own members take (they may be called back from inside).
class frame_sink {
 public:
  /// A frame arrived for a rank of this node, or for the node itself (`frame_kind::control`).
  /// Header and payload are copied before it returns.
  virtual void deliver(node_id from, const frame& header, std::span<const std::byte> payload) = 0;

  /// A pull that was `access::pending` ended with `granted`, `revoked` or `failed`.
  virtual void pulled(pull_token token, access result) = 0;

  /// A link that refused a frame can take frames again (also: it has just connected).
  virtual void writable(node_id peer) = 0;

  /// The link to `peer` is gone for good. `orderly` if the peer said goodbye first.
  virtual void down(node_id peer, const class error& why, bool orderly) = 0;

 protected:
  ~frame_sink() = default;
};

}  // namespace troupe
