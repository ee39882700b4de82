#pragma once

#include <troupe/actors/node/router.hpp>
#include <troupe/actors/progress/progress.hpp>
#include <troupe/deploy/world/seat.hpp>
#include <troupe/deploy/world/setup.hpp>
#include <troupe/transports/in_process/link.hpp>

#include <caf/fwd.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace troupe::detail {

class control_plane;

/// One process's part of a world: its ranks, its links, its progress thread.
///
/// Ends: `join` returns when the bodies are over; the destructor cancels what is still pending and
/// leaves no thread, descriptor or actor behind.
class node {
 public:
  node(caf::actor_system& system, node_setup setup);
  ~node();
  node(const node&) = delete;
  node& operator=(const node&) = delete;

  /// Meets the other nodes; returns when all are there. Errors: who is missing, what is in the way.
  expected<void> start();

  /// Starts the body on every rank of this node. Once.
  std::vector<caf::actor> spawn(const rank_body& body);

  /// Waits for all bodies; their verdicts, by local rank.
  std::vector<error> join();

  rank_id world_size() const { return router_.world_size(); }

 private:
  void make_seats();
  communicator world_of(const seat& s) const;
  void run_function(seat& s);
  static void start_coroutine(node& home, seat& s);
  struct detached_coroutine;
  detached_coroutine run_coroutine(seat& s);
  void finish(seat& s, const error& verdict);

  caf::actor_system& system_;
  node_setup setup_;
  reactor reactor_;
  progress progress_;
  router router_;
  std::unique_ptr<control_plane> control_;  // none in a world of one node
  std::unique_ptr<in_process_link> within_;
  std::vector<std::unique_ptr<seat>> seats_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t running_ = 0;
};

}  // namespace troupe::detail
