#pragma once

#include <troupe/actors/future/any.hpp>
#include <troupe/actors/future/task.hpp>

#include <deque>
#include <mutex>
#include <utility>
#include <vector>

// Stand-ins for what a rank gives its futures: an executor that runs when the test says so, a
// driver whose clock the test moves, and results that the test makes come true.
namespace future_test {

using troupe::errc;
using troupe::error;
using troupe::exception;
using troupe::expected;
using troupe::future;
using troupe::lends;

class queue_executor final : public troupe::executor {
 public:
  void post(troupe::detail::continuation& work) override {
    std::lock_guard lock{mutex_};
    queue_.push_back(&work);
  }

  /// Runs what is there and what that posts; how many pieces it was.
  std::size_t run() {
    std::size_t count = 0;
    while (auto* next = take()) {
      next->run();
      ++count;
    }
    return count;
  }

 private:
  troupe::detail::continuation* take() {
    std::lock_guard lock{mutex_};
    if (queue_.empty()) return nullptr;
    auto* first = queue_.front();
    queue_.pop_front();
    return first;
  }

  std::mutex mutex_;
  std::deque<troupe::detail::continuation*> queue_;
};

class hand_driver final : public troupe::detail::driver {
 public:
  explicit hand_driver(troupe::executor& body) : body_{body} {}

  void wait(troupe::detail::state_base& result,
            std::optional<troupe::detail::time_point> until) override {
    while (!result.ready() && !(until && std::chrono::steady_clock::now() >= *until))
      result.park(until);
  }
  void wake() override {}
  void cancel(troupe::detail::state_base&) override {}
  void at(troupe::detail::time_point when, troupe::detail::continuation& work,
          troupe::detail::state_base&) override {
    timers_.emplace_back(when, &work);
  }

  /// The time of the only timer that was set.
  troupe::detail::time_point alarm() const { return timers_.at(0).first; }
  void ring_alarms() {
    for (auto& [when, work] : std::exchange(timers_, {})) body_.post(*work);
  }

 private:
  troupe::executor& body_;
  std::vector<std::pair<troupe::detail::time_point, troupe::detail::continuation*>> timers_;
};

/// What the engine would have: the end of an operation that can be cancelled.
template <class T>
class operation final : public troupe::detail::state<T> {
 public:
  using troupe::detail::state<T>::state;
  void cancel() override {
    if (!this->ready()) this->fail({errc::cancelled, "cancelled by its owner"});
  }
};

/// Surroundings of one rank.
struct rank {
  queue_executor body;
  hand_driver engine{body};

  template <class T>
  struct pending {
    troupe::detail::state_ptr<operation<T>> state;
    future<T> result(lends lent = lends::nothing) const {
      state->retain();
      return {troupe::detail::state_ptr<troupe::detail::state<T>>{state.get()}, lent};
    }
    bool cancelled() const { return state->ready() && state->failure() == errc::cancelled; }
  };

  template <class T>
  pending<T> start() {
    return {troupe::detail::state_ptr<operation<T>>{new operation<T>{&engine, &body}}};
  }

  /// Runs continuations until the result is there.
  template <class T>
  expected<T> settle(future<T>& f) {
    body.run();
    return f.ready() ? f.result() : expected<T>{error{errc::internal, "still pending"}};
  }
};

inline error broken() {
  return {errc::link_failed, "the wire was cut"};
}

}  // namespace future_test
