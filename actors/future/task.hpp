#pragma once

#include <troupe/actors/future/state.hpp>

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace troupe {

template <class T = void>
class task;

namespace detail {

/// Gives control back to the coroutine that awaits a task.
class task_promise_base {
 public:
  std::suspend_always initial_suspend() noexcept { return {}; }

  auto final_suspend() noexcept {
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> self) noexcept {
        // The awaiting coroutine may destroy this one as soon as it runs: read first.
        (void)self;
        return next;
      }
      void await_resume() noexcept {}
      std::coroutine_handle<> next;
    };
    return hand_back{.next = awaiting_ ? awaiting_ : std::noop_coroutine()};
  }

  void unhandled_exception() { thrown_ = std::current_exception(); }
  void set_awaiting(std::coroutine_handle<> awaiting) { awaiting_ = awaiting; }

 protected:
  void rethrow() {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  std::coroutine_handle<> awaiting_;
  std::exception_ptr thrown_;
};

template <class T>
class task_promise final : public task_promise_base {
 public:
  task<T> get_return_object();
  template <class U>
  void return_value(U&& value) {
    value_.emplace(std::forward<U>(value));
  }
  T result() {
    rethrow();
    return std::move(*value_);
  }

 private:
  std::optional<T> value_;
};

template <>
class task_promise<void> final : public task_promise_base {
 public:
  task<void> get_return_object();
  void return_void() {}
  void result() { rethrow(); }
};

}  // namespace detail

/// A coroutine that starts when it is awaited and gives its result, or its exception, to whoever
/// awaits it. The body of a rank may be one: thousands of ranks then share a few threads.
template <class T>
class [[nodiscard]] task {
 public:
  using promise_type = detail::task_promise<T>;
  using handle = std::coroutine_handle<promise_type>;

  task() = default;
  explicit task(handle coroutine) : coroutine_{coroutine} {}
  task(task&& other) noexcept : coroutine_{std::exchange(other.coroutine_, {})} {}
  task& operator=(task&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~task() {
    if (coroutine_) coroutine_.destroy();
  }

  auto operator co_await() {
    struct awaiter {
      bool await_ready() { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) {
        coroutine.promise().set_awaiting(awaiting);
        return coroutine;
      }
      T await_resume() { return coroutine.promise().result(); }
      handle coroutine;
    };
    return awaiter{coroutine_};
  }

 private:
  handle coroutine_;
};

namespace detail {

template <class T>
task<T> task_promise<T>::get_return_object() {
  return task<T>{std::coroutine_handle<task_promise>::from_promise(*this)};
}

inline task<void> task_promise<void>::get_return_object() {
  return task<void>{std::coroutine_handle<task_promise>::from_promise(*this)};
}

}  // namespace detail
}  // namespace troupe
