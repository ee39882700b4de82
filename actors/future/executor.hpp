#pragma once

namespace troupe {

namespace detail {

/// A piece of user code that waits to be run once. Intrusive, so that queueing it allocates
/// nothing.
class continuation {
 public:
  continuation() = default;
  continuation(const continuation&) = delete;
  continuation& operator=(const continuation&) = delete;

  /// Runs the code and gives up the object: it may be gone when this returns.
  virtual void run() noexcept = 0;

  continuation* next = nullptr;

 protected:
  ~continuation() = default;
};

/// True while the calling thread runs a continuation or a coroutine: it must not block then.
bool inside_continuation();

/// Marks the calling thread for the lifetime of the object.
class continuation_scope {
 public:
  continuation_scope();
  ~continuation_scope();
  continuation_scope(const continuation_scope&) = delete;
  continuation_scope& operator=(const continuation_scope&) = delete;

 private:
  bool outer_;
};

}  // namespace detail

/// Runs continuations: for a rank, its actor. One at a time, in the order in which they were
/// posted, never on a thread that moves data.
class executor {
 public:
  /// Threads: may be called from any thread; returns before the continuation runs.
  virtual void post(detail::continuation& work) = 0;

 protected:
  ~executor() = default;
};

}  // namespace troupe
