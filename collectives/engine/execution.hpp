#pragma once

#include <troupe/actors/progress/steppable.hpp>
#include <troupe/collectives/engine/calls.hpp>
#include <troupe/collectives/engine/context.hpp>
#include <troupe/collectives/engine/outbound.hpp>
#include <troupe/collectives/engine/program.hpp>
#include <troupe/collectives/engine/pulls.hpp>

#include <memory>
#include <vector>

namespace troupe::detail {

/// Runs one collective of one rank: the steps of a program over the caller's memory. Reused from
/// call to call. Only with the engine's turn.
class execution final : public send_owner, public pull_owner {
 public:
  /// What it works with; `runnable` collects executions that have something to do.
  struct tools {
    outbound& out;
    pull_table& pulls;
    block_pool& scratch;
    std::vector<execution*>& runnable;
  };

  explicit execution(const tools& with) : tools_{with} {}

  /// Takes the call over and makes its first steps ready; `run` begins them.
  void begin(context& group, std::uint64_t sequence, std::shared_ptr<const program> steps,
             const collective_call& what, const fingerprint& agreed);

  /// A message of this collective, its fingerprint checked.
  void arrived(const frame& header, std::span<const std::byte> payload);

  /// Does what is ready; with `effort::light` leaves large steps.
  void run(effort limit);

  /// Tries again what a link had no room for.
  void retry();

  bool has_ready() const { return !ready_.empty(); }
  bool complete() const { return left_ == 0; }
  /// Why it cannot go on, if so.
  const error& failure() const { return failure_; }

  /// Gives back everything that it holds: nothing of the caller's memory is touched any more, and
  /// peers that wait for this rank's reading are told.
  void release();

  /// A member has given this operation up and its reason is on the way: it told all members before
  /// it took anything back, or passed on what somebody told all. Only a teller who died can have
  /// left somebody out.
  bool bereft() const { return bereft_; }

  /// Whether a step that is not over needs the member.
  bool needs(rank_id member) const;
  /// Members whose messages are missing.
  std::vector<rank_id> missing() const;

  context& group() const { return *group_; }
  std::uint64_t sequence() const { return sequence_; }
  const fingerprint& agreed() const { return agreed_; }
  const collective_call& what() const { return call_; }

  bool listed = false;  ///< in `tools::runnable`

  void sent(std::uint32_t part, send_end how) override;
  void pulled(std::uint32_t part, access result) override;

 private:
  enum class progress_of : std::uint8_t { waiting, started, over };
  struct window {
    std::byte* data = nullptr;
    buffer copy;
    bool viewed = false;
    region_key region = 0;
    frame offer;
    std::uint32_t readers = 0;
  };
  struct arrival {
    incoming message;
    bool there = false;
  };

  void make_runnable();
  void depend(step_id id);  // one thing less to wait for
  void finish(step_id id);
  void fail(errc code, rank_id member, std::string what);
  std::uint64_t cost(const step& s) const;
  void start(step_id id);
  void start_send(step_id id);
  void start_receive(step_id id);
  void land(step_id id, const frame& header, std::span<const std::byte> payload);
  void land_offer(step_id id, const frame& header);
  void fold_step(step_id id);
  void copy_step(step_id id);
  void read_over(const step& s);
  void close(window& w);
  void acknowledge(const frame& offer, frame_kind answer);
  std::byte* memory(const location& at);
  std::byte* landing_place(const step& s);
  template <class Work>
  void with_views(const step& s, std::size_t bytes, Work work);

  tools tools_;
  context* group_ = nullptr;
  std::uint64_t sequence_ = 0;
  std::shared_ptr<const program> program_;
  collective_call call_;
  fingerprint agreed_;
  std::size_t element_ = 1;
  buffer scratch_;
  std::size_t left_ = 0;
  error failure_;
  bool bereft_ = false;

  std::vector<std::uint32_t> waits_;
  std::vector<progress_of> state_;
  std::vector<std::uint64_t> tokens_;  // of sends and pulls that have started
  std::vector<arrival> arrivals_;      // by step
  std::vector<window> windows_;
  std::vector<step_id> ready_;
  std::vector<step_id> running_;
  std::vector<step_id> stalled_;
  std::vector<const std::byte*> sources_;
};

}  // namespace troupe::detail
