#pragma once

#include <troupe/actors/future/chain.hpp>
#include <troupe/actors/future/state.hpp>

#include <chrono>
#include <coroutine>
#include <utility>

namespace troupe {

template <class T>
class shared_future;

/// Whether an operation works on memory that the caller lent.
enum class lends : bool { nothing, memory };

/// The result of an operation that may still be running. Move-only; one result, taken once.
///
/// Errors: `get` throws `exception`, `result` returns them, `then` passes them on.
/// Threads: one thread at a time may use a future; different futures are independent.
///
/// Destroying a pending future whose operation borrows memory cancels the operation and returns
/// when the memory is not touched any more; `detach` is for operations that own theirs.
template <class T>
class [[nodiscard]] future {
 public:
  using value_type = T;

  future() = default;
  future(detail::state_ptr<detail::state<T>> state, lends lent = lends::nothing)
      : state_{std::move(state)}, lent_{lent} {}
  future(future&&) noexcept = default;
  future& operator=(future&& other) noexcept {
    abandon();
    state_ = std::move(other.state_);
    lent_ = other.lent_;
    return *this;
  }
  ~future() { abandon(); }

  /// Whether there is a result to wait for.
  bool valid() const { return static_cast<bool>(state_); }

  /// Whether `get` would return at once. Turns true without anybody waiting.
  bool ready() const { return state_->ready(); }

  /// Waits, and gives the value or throws `exception`. Consumes the future.
  /// Errors: `invalid_usage` inside a continuation or coroutine, which must not block, and for a
  /// future that was consumed.
  T get() { return result().value(); }

  /// Waits, and gives the value or the error. Consumes the future.
  expected<T> result() {
    if (!state_) return detail::nothing_to_come();
    if (!state_->ready() && detail::inside_continuation()) return detail::blocking_refused();
    state_->wait(std::nullopt);
    return std::exchange(state_, {})->take();
  }

  /// Waits and keeps the result.
  void wait() { state_->wait(std::nullopt); }

  /// Waits at most `duration`; true if the result is there.
  bool wait_for(std::chrono::nanoseconds duration) {
    return state_->wait(std::chrono::steady_clock::now() + duration);
  }

  /// Ends the operation early. It completes with `cancelled`, or with its result if that was
  /// faster. A continuation of a chain that has not begun does not run any more; one that has is
  /// not waited for.
  void cancel() { state_->cancel(); }

  /// Lets the operation go on with nobody waiting. Only for operations that own their memory.
  void detach() {
    if (lent_ == lends::nothing) state_ = {};
  }

  /// When the value is there, `f(value)` runs on the rank's executor; its result, a value, an
  /// `expected` or a future of it, is the result of the future returned. An error skips `f`; an
  /// exception that `f` throws becomes `program_failed`. Consumes this future.
  template <class F>
  auto then(F f) {
    return detail::chain<T>(std::exchange(state_, {}), lent_ == lends::memory,
                            detail::on_value<T, F>{std::move(f)});
  }

  /// Like `then`, but `f(error)` runs only for an error and gives the value that stands in for it.
  template <class F>
  future recover(F f) {
    return detail::chain<T>(std::exchange(state_, {}), lent_ == lends::memory,
                            detail::on_error<T, F>{std::move(f)});
  }

  /// The same result, or `timeout` once `limit` has passed; the operation is cancelled then.
  future within(std::chrono::nanoseconds limit) {
    return detail::limit_time<T>(std::exchange(state_, {}), lent_ == lends::memory, limit);
  }

  /// A copyable future of the same result. Consumes this one; the last copy guards what is lent.
  shared_future<T> share() { return shared_future<T>{std::move(*this)}; }

  /// `co_await pending` gives the value or throws `exception`.
  auto operator co_await() && { return detail::value_awaiter<T>{std::exchange(state_, {})}; }
  auto operator co_await() & { return detail::value_awaiter<T>{std::exchange(state_, {})}; }

  /// `co_await pending.settled()` gives `expected<T>`.
  auto settled() { return detail::result_awaiter<T>{std::exchange(state_, {})}; }

  /// For the library's own combinators.
  detail::state_ptr<detail::state<T>> release_state() { return std::exchange(state_, {}); }
  bool lends_memory() const { return lent_ == lends::memory; }

 private:
  friend class shared_future<T>;

  expected<T> copy_result() const {
    if (!state_) return detail::nothing_to_come();
    if (!state_->ready() && detail::inside_continuation()) return detail::blocking_refused();
    state_->wait(std::nullopt);
    return state_->copy();
  }

  void abandon() {
    if (state_ && lent_ == lends::memory && !state_->ready()) state_->cancel();
    state_ = {};
  }

  detail::state_ptr<detail::state<T>> state_;
  lends lent_ = lends::nothing;
};

/// A future that can be copied; every copy sees the same result.
template <class T>
class [[nodiscard]] shared_future {
 public:
  shared_future() = default;
  explicit shared_future(future<T> shared)
      : shared_{std::make_shared<future<T>>(std::move(shared))} {}

  bool ready() const { return shared_->ready(); }
  T get() const { return result().value(); }
  expected<T> result() const {
    if (!shared_) return detail::nothing_to_come();
    return shared_->copy_result();
  }

 private:
  std::shared_ptr<future<T>> shared_;
};

}  // namespace troupe
