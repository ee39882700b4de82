#pragma once

#include <troupe/actors/clock.hpp>
#include <troupe/actors/link/endpoint.hpp>
#include <troupe/actors/progress/conductor.hpp>
#include <troupe/collectives/engine/execution.hpp>
#include <troupe/collectives/engine/point_to_point.hpp>
#include <troupe/collectives/engine/state_pool.hpp>
#include <troupe/collectives/engine/submission.hpp>

#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

namespace troupe::detail {

/// What surrounds an engine.
struct engine_environment {
  rank_id rank;  ///< in the world
  directory& peers;
  conductor& turns;
  executor& body;         ///< where continuations of this rank run
  memory_source& memory;  ///< for scratch and staging
  const clock& time;
  eager_limits eager{};
};

/// Everything that one rank has going on: matches messages, runs schedules, keeps deadlines. A
/// plain object, run by whoever has its turn; no thread, socket or clock of its own.
///
/// Threads: the members under "Any thread" take the turn themselves or leave the call in a list for
/// whoever has it; all others belong to the holder of the turn.
class engine final : public endpoint, public driver {
 public:
  explicit engine(const engine_environment& around);
  ~engine();

  // --- Any thread ---

  /// Makes a communicator known.
  void open(context_id id, std::string name, std::vector<rank_id> members, rank_id own);

  /// Starts an operation. With no sink in `what` one is made, and its state returned, with one
  /// reference for the caller.
  state<outcome>* start(collective_call what);
  state<status>* start(send_call what);
  state<status>* start(receive_call what);
  /// For a sink of the caller's own, which gains a reference for the engine.
  template <class Call>
  void start_with(Call what, result_sink& sink) {
    sink.base().retain();
    what.sink = &sink;
    submit(what);
  }

  /// Where continuations of this rank run.
  executor& body() { return around_.body; }

  /// The time that deadlines are kept in.
  time_point now() const { return around_.time.now(); }

  /// A message that a receive would get now.
  std::optional<status> probe(context_id group, rank_id source, std::int32_t tag);

  /// Becomes ready when all that was sent has arrived, and been read where that takes this rank's
  /// memory. One at a time.
  state_ptr<state<void>> drained();

  /// Ends everything that is pending with `why`, and refuses what comes later.
  void close(const error& why);

  /// Why calls are refused; `ok` while they are not. Once closed, nothing of the engine's
  /// surroundings may be there any more: make no call then.
  error why_closed() const {
    return is_closed_.load(std::memory_order_acquire) ? closed_ : error{};
  }

  void wait(state_base& result, std::optional<time_point> until) override {
    around_.turns.wait(*this, result, until);
  }
  void wake() override { around_.turns.wake(*this); }
  void cancel(state_base& result) override;
  void at(time_point when, continuation& work, state_base& result) override;
  bool has_input() const override;
  void announce(endpoint& target) override { around_.turns.notify(target); }

  // --- With the turn ---

  bool step(effort limit) override;
  void expire(time_point now) override;
  void accept(const frame& header, std::span<const std::byte> payload) override;

 private:
  struct timer {
    time_point when;
    continuation* work;
    state_ptr<state_base> result;
  };

  bool enter();  // a few tries for the turn
  void enter_for_sure();
  void leave() { around_.turns.end_turn(*this); }
  template <class Call>
  void submit(const Call& what);
  template <class T, class Call>
  state<T>* start_pooled(state_pool<T>* pool, Call what);

  bool take_submissions();
  bool take_frames();
  bool run_ready(effort limit);
  void handle(const frame& header, std::span<const std::byte> payload);

  context& group(context_id id);
  void begin(const collective_call& what);
  void begin(const send_call& what);
  void begin(const receive_call& what);
  bool refuse(const call& what);
  void collective_message(const frame& header, std::span<const std::byte> payload);
  void reject(const frame& header, std::uint8_t flags = 0);
  void mismatch(context& where, const frame& theirs, const fingerprint& ours);
  void told_mismatch(const frame& header, std::span<const std::byte> payload);
  void tombstone(const frame& header, std::span<const std::byte> payload);
  void doom(context& where, std::uint64_t sequence, error verdict);
  void tell_members(context& where, frame header, std::span<const std::byte> payload);
  void settle(execution& running);
  void abort(execution& running, const error& why, bool tell);
  void retire(execution& running);
  void gone(rank_id rank);
  error loss_of(const context& where, rank_id member) const;
  void retry_stalled();
  error with_cause(const context& where, error failure) const;
  error explain(const call& what, std::string_view operation, const error& why) const;
  void refresh_deadline();
  void note_deadline(const std::optional<time_point>& deadline);
  void check_drained();

  engine_environment around_;
  block_pool scratch_;
  outbound out_;
  pull_table pulls_;
  point_to_point transfers_;
  program_cache programs_;
  std::unordered_map<context_id, std::unique_ptr<context>> groups_;

  std::vector<std::unique_ptr<execution>> executions_;
  std::vector<execution*> free_;
  std::vector<execution*> runnable_;
  std::vector<execution*> batch_;

  state_pool<outcome>* outcomes_;
  state_pool<status>* statuses_;
  submission_list submissions_;
  std::atomic<bool> left_over_{false};
  std::vector<timer> timers_;
  std::vector<rank_id> gone_;
  state<void>* drained_ = nullptr;
  error closed_;  // set once, before `is_closed_`
  std::atomic<bool> is_closed_{false};
};

}  // namespace troupe::detail
