#pragma once

#include <troupe/actors/future/parts.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

namespace troupe {

namespace detail {

/// Collects results of different types until all have come, or one failed after all before it
/// succeeded.
template <class... T>
class tuple_collector {
 public:
  using results = std::tuple<T...>;

  tuple_collector(state_ptr<parts> from, state_ptr<chain_state<results>> to)
      : from_{std::move(from)}, to_{std::move(to)} {}

  template <std::size_t I, class V>
  void arrived(expected<V> result) {
    std::unique_lock lock{mutex_};
    if (!to_) return;
    std::get<I>(slots_) = std::move(result);
    const auto failure = first_failure(std::index_sequence_for<T...>{});
    if (!failure && !complete(std::index_sequence_for<T...>{})) return;
    const auto to = std::move(to_);
    const auto from = std::move(from_);
    to_ = {};
    from_ = {};
    lock.unlock();
    if (failure) {
      from->end_loans();
      to->fail(failure);
    } else {
      std::apply([&](auto&... slot) { to->succeed(results{**std::move(slot)...}); }, slots_);
    }
  }

 private:
  template <std::size_t... I>
  error first_failure(std::index_sequence<I...>) const {
    error found;
    bool gap = false;
    auto look = [&](const auto& slot) {
      gap = gap || !slot;
      if (!gap && !found && !*slot) found = slot->error();
    };
    (look(std::get<I>(slots_)), ...);
    return found;
  }
  template <std::size_t... I>
  bool complete(std::index_sequence<I...>) const {
    return (std::get<I>(slots_).has_value() && ...);
  }

  std::mutex mutex_;
  std::tuple<std::optional<expected<T>>...> slots_;
  state_ptr<parts> from_;
  state_ptr<chain_state<results>> to_;  // empty once it is over
};

template <std::size_t I, class V, class... T>
class filling final : public continuation {
 public:
  filling(state_ptr<state<V>> from, std::shared_ptr<tuple_collector<T...>> to)
      : from_{std::move(from)}, to_{std::move(to)} {}

  void run() noexcept override {
    const std::unique_ptr<filling> self{this};
    to_->template arrived<I>(from_->take());
  }

 private:
  state_ptr<state<V>> from_;
  std::shared_ptr<tuple_collector<T...>> to_;
};

}  // namespace detail

/// Results of futures of different types, as a tuple, or the first error in their order; others
/// that lend memory are cancelled then.
template <class First, class... Rest>
future<std::tuple<First, Rest...>> when_all(future<First> first, future<Rest>... rest) {
  using results = std::tuple<First, Rest...>;
  detail::state_ptr<detail::parts> from{new detail::parts{detail::loans::end_with_it}};
  std::tuple states{from->take(first), from->take(rest)...};
  auto to = detail::make_chain_state<results>(*std::get<0>(states));
  to->depend_on(detail::as_base(from));
  const bool borrows = from->lend();
  auto collected = std::make_shared<detail::tuple_collector<First, Rest...>>(std::move(from), to);
  auto fill = [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto one = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
      using value = std::tuple_element_t<N, results>;
      auto& state = std::get<N>(states);
      auto* step = new detail::filling<N, value, First, Rest...>{state, collected};
      state->then(*step);
    };
    (one(std::integral_constant<std::size_t, I>{}), ...);
  };
  fill(std::index_sequence_for<First, Rest...>{});
  return detail::as_future<results>(std::move(to), borrows);
}

}  // namespace troupe
