#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/future/state.hpp>
#include <troupe/actors/ids.hpp>

#include <chrono>
#include <vector>

namespace troupe {

/// How a collective went.
struct outcome {
  rank_id contributors = 0;            ///< how many ranks' inputs the result holds
  std::vector<rank_id> late{};         ///< whose inputs it does not hold
  std::chrono::nanoseconds elapsed{};  ///< from the call to the result; zero if not measured
};

/// What was received, or sent.
struct status {
  rank_id source = 0;  ///< rank in the communicator
  std::int32_t tag = 0;
  std::size_t count = 0;  ///< elements; bytes where either side is untyped
  element_type type = element_type::byte;
};

namespace detail {

/// How an engine tells that an operation is over: called once, with the engine's turn.
class result_sink {
 public:
  /// Exactly one of these, as the last thing the engine does with the sink but for releasing it.
  virtual void succeed(const outcome& how) = 0;
  virtual void succeed(const status& what) = 0;
  virtual void fail(error reason) = 0;

  /// The state behind it, which counts references.
  virtual state_base& base() = 0;

 protected:
  ~result_sink() = default;
};

/// Operation results of the usual kind.
template <class T>
class operation_state : public state<T>, public result_sink {
 public:
  using state<T>::state;

  void succeed(const outcome& how) override { deliver(how); }
  void succeed(const status& what) override { deliver(what); }
  void fail(error reason) override { state<T>::fail(std::move(reason)); }
  state_base& base() override { return *this; }

 private:
  template <class V>
  void deliver(const V& value) {
    if constexpr (std::is_same_v<V, T>)
      state<T>::succeed(value);
    else
      state<T>::succeed(T{});
  }
};

/// An operation whose result is the memory that it owned all along.
template <class T>
class owning_state final : public state<T>, public result_sink {
 public:
  owning_state(driver* d, executor* e, T owned) : state<T>{d, e}, owned_{std::move(owned)} {}

  T& owned() { return owned_; }
  void succeed(const outcome&) override { state<T>::succeed(std::move(owned_)); }
  void succeed(const status&) override { state<T>::succeed(std::move(owned_)); }
  void fail(error reason) override { state<T>::fail(std::move(reason)); }
  state_base& base() override { return *this; }

 private:
  T owned_;
};

}  // namespace detail
}  // namespace troupe
