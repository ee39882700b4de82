#pragma once

#include <troupe/actors/future/state.hpp>

#include <coroutine>
#include <exception>
#include <memory>
#include <mutex>
#include <type_traits>

namespace troupe {

template <class T>
class future;
enum class lends : bool;

namespace detail {

/// `.get()` where blocking could stop the thread that would bring the result.
error blocking_refused();

/// `.get()` on a future that was consumed, or never had a result to come.
error nothing_to_come();

/// For a continuation that was given up before it ran.
error given_up();

/// The error for an exception that the program threw; call it inside a catch block.
error program_failure();

/// The result of a continuation: cancelling it cancels whatever it currently depends on, and keeps
/// a continuation that has not begun from running, for what that refers to may be gone.
template <class T>
class chain_state final : public state<T> {
 public:
  using state<T>::state;

  void depend_on(state_ptr<state_base> upstream) {
    bool too_late = false;
    {
      std::lock_guard lock{mutex_};
      upstream_ = upstream;
      too_late = given_up_;
    }
    if (too_late) upstream->cancel();
  }

  void cancel() override {
    state_ptr<state_base> upstream;
    {
      std::lock_guard lock{mutex_};
      given_up_ = true;
      upstream = upstream_;
    }
    if (upstream) upstream->cancel();
  }

  bool is_given_up() {
    std::lock_guard lock{mutex_};
    return given_up_;
  }

 private:
  std::mutex mutex_;  // a chain is made once and cancelled rarely
  state_ptr<state_base> upstream_;
  bool given_up_ = false;
};

template <class S>
state_ptr<state_base> as_base(const state_ptr<S>& p) {
  p->retain();
  return state_ptr<state_base>{p.get()};
}

// What `f` may return: a value, an expected or a future, all meaning "the value".
template <class R>
struct flattened {
  using type = R;
};
template <class R>
struct flattened<expected<R>> {
  using type = R;
};
template <class R>
struct flattened<future<R>> {
  using type = R;
};

/// Hands the outcome of one state on to another.
template <class T>
class forwarding final : public continuation {
 public:
  forwarding(state_ptr<state<T>> from, state_ptr<chain_state<T>> to)
      : from_{std::move(from)}, to_{std::move(to)} {}

  void run() noexcept override {
    const std::unique_ptr<forwarding> self{this};
    settle(*to_, from_->take());
  }

  static void settle(chain_state<T>& to, expected<T> result) {
    if (!result) {
      to.fail(result.error());
    } else if constexpr (std::is_void_v<T>) {
      to.succeed();
    } else {
      to.succeed(*std::move(result));
    }
  }

 private:
  state_ptr<state<T>> from_;
  state_ptr<chain_state<T>> to_;
};

/// Completes `to` with what `call` returns, whatever form that has.
template <class R, class Call>
void fulfil(state_ptr<chain_state<R>> to, Call call) {
  using returned = std::invoke_result_t<Call>;
  try {
    if constexpr (std::is_same_v<returned, future<R>>) {
      auto inner = call().release_state();
      if (!inner) throw exception{error{errc::invalid_usage, "a continuation returned no future"}};
      to->depend_on(as_base(inner));
      auto* step = new forwarding<R>{inner, to};
      inner->then(*step);
    } else if constexpr (std::is_same_v<returned, expected<R>>) {
      forwarding<R>::settle(*to, call());
    } else if constexpr (std::is_void_v<R>) {
      call();
      to->succeed();
    } else {
      to->succeed(call());
    }
  } catch (const exception& e) {
    to->fail(e.reason());
  } catch (...) {
    to->fail(program_failure());
  }
}

/// Runs `f` on the value; passes errors on.
template <class T, class F>
struct on_value {
  F f;

  static auto probe() {
    if constexpr (std::is_void_v<T>)
      return std::type_identity<std::invoke_result_t<F>>{};
    else
      return std::type_identity<std::invoke_result_t<F, T>>{};
  }
  using result = typename flattened<typename decltype(probe())::type>::type;

  void operator()(expected<T> arrived, state_ptr<chain_state<result>> to) {
    if (!arrived) {
      to->fail(arrived.error());
    } else if constexpr (std::is_void_v<T>) {
      fulfil<result>(std::move(to), [&] { return f(); });
    } else {
      fulfil<result>(std::move(to), [&] { return f(*std::move(arrived)); });
    }
  }
};

/// Runs `f` on the error; passes values on.
template <class T, class F>
struct on_error {
  F f;
  using result = T;

  void operator()(expected<T> arrived, state_ptr<chain_state<T>> to) {
    if (arrived)
      forwarding<T>::settle(*to, std::move(arrived));
    else
      fulfil<T>(std::move(to), [&] { return f(arrived.error()); });
  }
};

template <class T, class Handler>
class chain_step final : public continuation {
 public:
  using result = typename Handler::result;

  chain_step(state_ptr<state<T>> from, state_ptr<chain_state<result>> to, Handler handler)
      : from_{std::move(from)}, to_{std::move(to)}, handler_{std::move(handler)} {}

  void run() noexcept override {
    const std::unique_ptr<chain_step> self{this};
    if (to_->is_given_up()) {
      to_->fail(from_->failed() ? from_->failure() : given_up());
      return;
    }
    const continuation_scope scope;
    handler_(from_->take(), to_);
  }

 private:
  state_ptr<state<T>> from_;
  state_ptr<chain_state<result>> to_;
  Handler handler_;
};

template <class R>
state_ptr<chain_state<R>> make_chain_state(state_base& like) {
  return state_ptr<chain_state<R>>{new chain_state<R>{like.get_driver(), like.get_executor()}};
}

template <class R>
future<R> as_future(state_ptr<chain_state<R>> to, bool borrows) {
  to->retain();
  return future<R>{state_ptr<state<R>>{to.get()}, static_cast<lends>(borrows)};
}

template <class T, class Handler>
auto chain(state_ptr<state<T>> from, bool borrows, Handler handler) {
  using result = typename Handler::result;
  auto to = make_chain_state<result>(*from);
  to->depend_on(as_base(from));
  auto* step = new chain_step<T, Handler>{from, to, std::move(handler)};
  from->then(*step);
  return as_future<result>(std::move(to), borrows);
}

/// Cancels `watched` when its time has come; its completion then tells that the limit was the
/// cause.
class limit_reached final : public continuation {
 public:
  limit_reached(state_ptr<state_base> watched, std::shared_ptr<std::atomic<bool>> expired)
      : watched_{std::move(watched)}, expired_{std::move(expired)} {}

  void run() noexcept override {
    const std::unique_ptr<limit_reached> self{this};
    if (watched_->ready()) return;
    expired_->store(true, std::memory_order_release);
    watched_->cancel();
  }

 private:
  state_ptr<state_base> watched_;
  std::shared_ptr<std::atomic<bool>> expired_;
};

error limit_passed(std::chrono::nanoseconds limit);

template <class T>
future<T> limit_time(state_ptr<state<T>> from, bool borrows, std::chrono::nanoseconds limit) {
  auto expired = std::make_shared<std::atomic<bool>>(false);
  if (!from->ready() && from->get_driver() != nullptr) {
    auto* timer = new limit_reached{as_base(from), expired};
    from->get_driver()->at(std::chrono::steady_clock::now() + limit, *timer, *from);
  }
  auto translate = [expired = std::move(expired), limit](const error& e) -> expected<T> {
    const bool ours = e == errc::cancelled && expired->load(std::memory_order_acquire);
    return ours ? limit_passed(limit) : e;
  };
  return chain<T>(std::move(from), borrows, on_error<T, decltype(translate)>{std::move(translate)});
}

/// Resumes a coroutine on the executor of the result that it awaits.
template <class T>
class result_awaiter : public continuation {
 public:
  explicit result_awaiter(state_ptr<state<T>> awaited) : awaited_{std::move(awaited)} {}

  bool await_ready() const { return awaited_->ready(); }
  void await_suspend(std::coroutine_handle<> waiting) {
    waiting_ = waiting;
    awaited_->then(*this);
  }
  expected<T> await_resume() { return awaited_->take(); }

  void run() noexcept override {
    const continuation_scope scope;
    waiting_.resume();
  }

 private:
  state_ptr<state<T>> awaited_;
  std::coroutine_handle<> waiting_;
};

template <class T>
class value_awaiter final : public result_awaiter<T> {
 public:
  using result_awaiter<T>::result_awaiter;
  T await_resume() { return result_awaiter<T>::await_resume().value(); }
};

}  // namespace detail
}  // namespace troupe
