#pragma once

#include <troupe/collectives/engine/calls.hpp>
#include <troupe/collectives/engine/context.hpp>
#include <troupe/collectives/engine/outbound.hpp>
#include <troupe/collectives/engine/pulls.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace troupe::detail {

/// A send or receive that is not over: its call, and where it stands.
class transfer final : public send_owner, public pull_owner, public posted_receive {
 public:
  explicit transfer(class point_to_point& home) : home_{home} {}

  bool is_send = false;
  bool active = false;
  context* group = nullptr;
  send_call sending;
  receive_call receiving;
  incoming message;         // what a receive is landing
  std::uint64_t token = 0;  // of the send, or of the pull in progress
  bool stalled = false;     // the link had no room for the pull

  const call& common() const { return is_send ? static_cast<const call&>(sending) : receiving; }

  void sent(std::uint32_t part, send_end how) override;
  void pulled(std::uint32_t part, access result) override;

 private:
  class point_to_point& home_;
};

/// Sends and receives of one rank. Only with the engine's turn.
class point_to_point {
 public:
  /// `over(transfer, failure)`: the transfer is over; `failure` is ok if it succeeded, and `what`
  /// tells what was received. The transfer is free for reuse after it.
  struct tools {
    outbound& out;
    pull_table& pulls;
    block_pool& scratch;
    std::function<void(const transfer&, const status& what, error failure)> over;
  };

  explicit point_to_point(tools with) : tools_{std::move(with)} {}

  void send(context& group, const send_call& what);
  void receive(context& group, const receive_call& what);
  void arrived(context& group, const frame& header, std::span<const std::byte> payload);

  /// A sender took the offer behind `token` back.
  void withdrawn(context& group, const frame& header) {
    group.messages.drop_offer(header.source, header.token);
  }

  /// Tries again what a link had no room for.
  void retry();
  void gone(context& group, rank_id member);

  /// Ends the transfer behind `state`; false if there is none.
  bool abort(const state_base& state, const error& why);
  void abort_all(const error& why);
  void expire(time_point now);
  time_point next_deadline() const;

  /// Drops the messages that nobody received.
  void drop_unexpected(context& group);

 private:
  friend class transfer;

  transfer& take();
  void land(transfer& t, const frame& header, std::span<const std::byte> payload);
  void take_message(transfer& t, incoming message);
  void pull(transfer& t);
  void finish(transfer& t, error failure, std::size_t bytes = 0);
  void end(transfer& t, const error& why);
  void answer(const frame& offer, frame_kind kind, std::uint8_t flags = 0);

  tools tools_;
  std::vector<std::unique_ptr<transfer>> transfers_;
  std::vector<transfer*> free_;
};

}  // namespace troupe::detail
