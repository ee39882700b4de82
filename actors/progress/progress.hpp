#pragma once

#include <troupe/actors/future/state.hpp>
#include <troupe/actors/link/medium.hpp>
#include <troupe/actors/node/reactor.hpp>
#include <troupe/actors/progress/conductor.hpp>
#include <troupe/actors/progress/spin.hpp>
#include <troupe/actors/progress/steppable.hpp>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace troupe::detail {

/// How a node's engines come to run. Four rules:
/// - A thread that waits for a result drives its own engine and polls the node's links; when that
///   does not pay it sleeps, on the engine's attention word or, if the node has links, in the
///   reactor.
/// - Whoever gives an engine something looks at the attention word and wakes whom it names.
/// - Whoever gives up a turn, or stops watching, looks at the engine's input once more.
/// - One progress thread sleeps in the reactor and serves everything that nobody watches, so that
///   operations go on while their users compute.
/// User code never runs here.
class progress final : public conductor {
 public:
  /// `busy_cores`: threads of this machine that may want to spin at once, for `spin_budget`.
  progress(reactor& r, unsigned busy_cores);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// Before `start`. Media outlive `stop`.
  void add(medium& m);
  void add(steppable& engine);
  void remove(steppable& engine);

  void start();
  /// No engine is stepped by the progress thread any more when it returns.
  void stop();

  void wait(steppable& mine, state_base& result, std::optional<time_point> until) override;
  void wake(steppable& mine) override;

  /// One step of `engine` by whoever gets its turn; false if nothing was done.
  bool drive(steppable& engine, effort limit);

  void end_turn(steppable& engine) override { end_turn(engine, 0); }

  void notify(steppable& engine) override;

  void deadline_moved(time_point when) override;

 private:
  bool poll_media();
  bool serve_rung();
  void answer_bell(bool as_progress_thread);
  bool expire_all(time_point now);
  void begin_polling() { pollers_.fetch_add(1, std::memory_order_seq_cst); }
  bool end_polling();
  bool drive(steppable& engine, effort limit, int depth);
  void end_turn(steppable& engine, int depth);
  bool poll_sockets();
  bool spin(steppable& mine, state_base& result, std::optional<time_point> until);
  void sleep(steppable& mine, state_base& result, std::optional<time_point> until);
  void sleep_in_reactor(steppable& mine, state_base& result, std::optional<time_point> until);
  void run();

  reactor& reactor_;
  std::vector<medium*> media_;
  bool memory_media_ = false;  // some medium is polled in memory, so sockets come second
  spin_budget budget_;

  std::mutex engines_mutex_;  // registration and deadlines only
  std::vector<steppable*> engines_;

  std::atomic<steppable*> rung_{nullptr};
  std::atomic<int> pollers_{0};
  std::atomic<bool> leader_{false};                 // a user's thread sleeps in the reactor,
  std::atomic<state_base*> leader_waits_{nullptr};  // for this, only compared and asked `ready`
  std::mutex leader_mutex_;                         // keeps that state alive while it is asked
  std::atomic<time_point::rep> wakes_at_;           // the progress thread's own next waking
  std::atomic<time_point::rep> sleeps_until_{0};    // when it will wake if nobody rings
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace troupe::detail
