#pragma once

#include <troupe/actors/link/directory.hpp>
#include <troupe/actors/node/dead_link.hpp>
#include <troupe/collectives/engine/block_pool.hpp>
#include <troupe/collectives/engine/fifo.hpp>

#include <memory>
#include <vector>

namespace troupe::detail {

/// How a message left.
enum class send_end : std::uint8_t {
  done,       ///< the memory may be used again
  truncated,  ///< the same; the receiver had too little room
  refused,    ///< the receiver does not want it
  failed,     ///< the receiver is gone
};

/// Whoever sends and waits for the end of it.
class send_owner {
 public:
  virtual void sent(std::uint32_t part, send_end how) = 0;

 protected:
  ~send_owner() = default;
};

/// Names a message on its way; stale names are recognised.
using send_token = std::uint64_t;
inline constexpr send_token no_send = 0;
/// The receiver is gone.
inline constexpr send_token failed_send = ~send_token{0};

/// A message to be sent.
struct message {
  frame header;                        ///< its kind, region and token are filled in here
  std::span<const std::byte> payload;  ///< valid until `sent` or `withdraw`
  send_owner* owner = nullptr;
  std::uint32_t part = 0;      ///< the owner's number for it
  bool may_copy = false;       ///< small payloads may be copied, so that the sender is over at once
  bool until_matched = false;  ///< over only when the receiver has matched it
};

/// Limits of eager sending.
struct eager_limits {
  std::size_t message = std::size_t{64} << 10;  ///< larger messages wait for their receiver
  std::size_t window = std::size_t{512} << 10;  ///< unconsumed bytes on their way to one rank
  std::size_t staged = std::size_t{16} << 20;   ///< bytes copied for all ranks together
};

/// Everything that one engine sends: who may send eagerly, what waits for room on a link, what
/// waits for its receiver. Small messages go at once, against a window of credit for each receiver;
/// all others are offered and stay with the sender until the receiver has pulled them, which bounds
/// the receiver's memory. Only with the engine's turn.
class outbound {
 public:
  outbound(rank_id self, directory& peers, block_pool& staging, eager_limits limits);

  /// Starts to send. `no_send`: it is over already; `failed_send`: it failed already. `owner->sent`
  /// is called for neither, and never from inside.
  send_token send(const message& m);

  /// Sends a header that no credit is needed for, with a payload of a few bytes.
  void reply(frame header, std::span<const std::byte> payload = {});

  /// Takes a message back: its payload is not read any more, its owner not called.
  void withdraw(send_token token);

  /// Asks every rank that was sent anything to say when it has taken all of it: `idle` waits for
  /// that. So nobody hears that this rank has left before he has what it sent.
  void ask_for_flush();

  // Events.
  void flushed(rank_id peer);
  void answered(const frame& done_or_cancelled);
  void credited(rank_id peer, std::uint64_t bytes);
  void writable(rank_id peer);
  void gone(rank_id peer);

  /// A message of `bytes` bytes from `peer` was consumed: its credit goes back, in batches.
  void consumed(rank_id peer, std::uint64_t bytes);

  link& link_to(rank_id peer) { return *at(peer).via; }

  /// Whether nothing has to leave any more: queued, offered and not yet pulled, or on its way
  /// since `ask_for_flush`.
  bool idle() const { return in_flight_ == 0 && queued_ == 0 && flushing_ == 0; }

 private:
  struct in_flight {
    send_owner* owner = nullptr;
    std::uint32_t part = 0;
    std::uint32_t generation = 1;
    rank_id peer = -1;
    bool used = false;
    bool exposed = false;
    region_key region = 0;
    buffer staged;
    std::uint64_t charged = 0;  // of `eager_limits::staged`
  };
  struct queued {
    frame header;
    std::span<const std::byte> payload;
    std::vector<std::byte> owned;
    send_token token = no_send;
    bool dead = false;
  };
  struct peer {
    rank_id rank;
    link* via;
    std::uint64_t credit;
    std::uint64_t owed = 0;
    fifo<queued> outbox;
    bool gone = false;
    bool flushing = false;
  };

  peer& at(rank_id rank);
  in_flight* find(send_token token);
  send_token make_token(const message& m);
  void finish(send_token token, send_end how);
  bool put(peer& to, const frame& header, std::span<const std::byte> payload);
  void flush(peer& to);
  static std::uint64_t charge(std::uint64_t bytes) { return bytes < 64 ? 64 : bytes; }

  rank_id self_;
  directory& directory_;
  block_pool& staging_;
  eager_limits limits_;
  std::vector<std::unique_ptr<peer>> peers_;
  std::vector<in_flight> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t staged_ = 0;
  std::size_t in_flight_ = 0;
  std::size_t queued_ = 0;
  std::size_t flushing_ = 0;
  dead_link nowhere_;  // leads to ranks that are gone
};

}  // namespace troupe::detail
