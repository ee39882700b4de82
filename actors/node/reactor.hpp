#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace troupe {

/// Takes readiness events of one descriptor.
class readiness {
 public:
  /// `events` are EPOLLIN, EPOLLOUT, EPOLLHUP …, edge-triggered: whoever gets them reads or writes
  /// until EAGAIN. May be called from several threads at once: an implementation guards itself with
  /// a try-turn that remembers a missed call. Never blocks.
  virtual void ready(std::uint32_t events) = 0;

 protected:
  ~readiness() = default;
};

/// The one place where a node sleeps: an epoll set with edge-triggered descriptors and a bell.
/// Threads: every member is thread-safe. Several threads may wait at once; an event wakes one of
/// them, the one that began to wait last, which is a user's thread rather than the node's own.
class reactor {
 public:
  reactor();
  ~reactor();
  reactor(const reactor&) = delete;
  reactor& operator=(const reactor&) = delete;

  /// Reports edges on `fd` to `handler`, which is kept until `unwatch`.
  void watch(int fd, std::uint32_t events, std::shared_ptr<readiness> handler);

  /// No new call of the handler starts after it returns; one may still be running.
  void unwatch(int fd);

  /// Wakes one waiting thread.
  void ring();

  /// The bell as a descriptor: an eventfd. Whoever writes 8 bytes to it, in any process, rings.
  int bell() const { return bell_; }

  /// Dispatches what is ready; waits for it at most `timeout` (nullopt: for ever; zero: not at
  /// all). True if anything was dispatched, or the bell rang.
  bool poll(std::optional<std::chrono::nanoseconds> timeout);

  /// Whether any descriptor besides the bell is watched.
  bool watches_sockets() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
  int bell_ = -1;
};

}  // namespace troupe
