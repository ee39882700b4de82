#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/expected.hpp>
#include <troupe/actors/future/driver.hpp>
#include <troupe/actors/future/executor.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace troupe::detail {

/// What a future and whoever fulfils it share: counted, completed once.
class state_base {
 public:
  state_base(const state_base&) = delete;
  state_base& operator=(const state_base&) = delete;

  bool ready() const { return (phase_.load(std::memory_order_acquire) & is_ready) != 0; }

  /// Valid once ready.
  const error& failure() const { return failure_; }
  bool failed() const { return static_cast<bool>(failure_); }

  /// Blocks the calling thread; false if `until` came first.
  bool wait(std::optional<time_point> until);

  /// Sleeps until ready or `until`, with no driver. Spurious returns happen.
  void park(std::optional<time_point> until);

  /// Tells that the driver's own sleep must be ended on completion. False: ready already.
  bool announce_driver_sleep();

  /// Runs `work` on the executor once ready; at once, but not inside this call, if it is already.
  void then(continuation& work);

  /// Ends what makes the result come true, if it is pending. When it returns and the state belongs
  /// to an operation, the state is ready and the operation's memory is not touched any more.
  virtual void cancel() {
    if (driver_ != nullptr && !ready()) driver_->cancel(*this);
  }

  driver* get_driver() const { return driver_; }
  executor* get_executor() const { return executor_; }

  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) dispose();
  }

 protected:
  state_base() = default;
  state_base(driver* d, executor* e) : driver_{d}, executor_{e} {}
  virtual ~state_base() = default;

  /// Makes the result visible and wakes whoever waits. The value or failure is set before.
  void publish();
  void publish_failure(error reason) {
    failure_ = std::move(reason);
    publish();
  }
  /// Makes a disposed state new again, for one owner.
  void renew(driver* d, executor* e);

  /// The last reference is gone.
  virtual void dispose() { delete this; }

 private:
  /// With no executor, as after its rank's end, whoever asks runs the work.
  void post(continuation& work) { executor_ != nullptr ? executor_->post(work) : work.run(); }

  static constexpr std::uint32_t is_ready = 1, parked = 2, driver_sleeps = 4;

  std::atomic<std::uint32_t> references_{1};
  std::atomic<std::uint32_t> phase_{0};
  std::atomic<continuation*> continuations_{nullptr};
  driver* driver_ = nullptr;
  executor* executor_ = nullptr;
  error failure_;
};

/// A state with its value.
template <class T>
class state : public state_base {
 public:
  state() = default;
  state(driver* d, executor* e) : state_base{d, e} {}

  void succeed(T value) {
    value_.emplace(std::move(value));
    publish();
  }
  void fail(error reason) { publish_failure(std::move(reason)); }

  /// Valid once ready and not failed.
  T& value() { return *value_; }

  expected<T> take() {
    if (failed()) return failure();
    return std::move(*value_);
  }
  expected<T> copy() {
    if (failed()) return failure();
    return *value_;
  }

 protected:
  std::optional<T> value_;
};

template <>
class state<void> : public state_base {
 public:
  state() = default;
  state(driver* d, executor* e) : state_base{d, e} {}

  void succeed() { publish(); }
  void fail(error reason) { publish_failure(std::move(reason)); }

  expected<void> take() {
    if (failed()) return failure();
    return {};
  }
  expected<void> copy() { return take(); }
};

/// Counted pointer to a state.
template <class S>
class state_ptr {
 public:
  state_ptr() = default;
  /// Takes over one reference.
  explicit state_ptr(S* adopted) : state_{adopted} {}
  state_ptr(const state_ptr& other) : state_{other.state_} {
    if (state_ != nullptr) state_->retain();
  }
  state_ptr(state_ptr&& other) noexcept : state_{std::exchange(other.state_, nullptr)} {}
  state_ptr& operator=(state_ptr other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~state_ptr() {
    if (state_ != nullptr) state_->release();
  }

  S* get() const { return state_; }
  S* operator->() const { return state_; }
  S& operator*() const { return *state_; }
  explicit operator bool() const { return state_ != nullptr; }

 private:
  S* state_ = nullptr;
};

}  // namespace troupe::detail
