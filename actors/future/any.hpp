#pragma once

#include <troupe/actors/future/combine.hpp>

namespace troupe {

namespace detail {

/// Completes with the first result; the other futures travel in it.
template <class T>
class race : public std::enable_shared_from_this<race<T>> {
 public:
  race(std::vector<future<T>> rest, state_ptr<chain_state<first_of<T>>> to)
      : rest_{std::move(rest)}, to_{std::move(to)} {}

  void arrived(std::size_t index, expected<T> result) {
    if (over_.exchange(true)) return;
    rest_[index] = {};
    if (result) {
      to_->succeed({index, *std::move(result), std::move(rest_)});
    } else {
      rest_.clear();  // ends what the others lent
      to_->fail(result.error());
    }
    to_ = {};
  }

 private:
  std::atomic<bool> over_{false};
  std::vector<future<T>> rest_;
  state_ptr<chain_state<first_of<T>>> to_;
};

template <class T>
class racing final : public continuation {
 public:
  racing(state_ptr<state<T>> from, std::size_t index, std::shared_ptr<race<T>> to)
      : from_{std::move(from)}, index_{index}, to_{std::move(to)} {}

  void run() noexcept override {
    const std::unique_ptr<racing> self{this};
    // A loser's result stays in its future, which travels in `rest`.
    if (to_) to_->arrived(index_, from_->copy());
  }

 private:
  state_ptr<state<T>> from_;
  std::size_t index_;
  std::shared_ptr<race<T>> to_;
};

}  // namespace detail

/// The first future to complete, with the others. Fails if that one failed; the others are then
/// cancelled if they borrow memory.
template <class T>
future<first_of<T>> when_any(std::vector<future<T>> futures) {
  if (futures.empty()) throw exception{detail::nothing_to_wait_for(1, 0)};
  detail::state_ptr<detail::parts> from{new detail::parts{detail::loans::outlive_it}};
  std::vector<detail::state_ptr<detail::state<T>>> states;
  std::vector<future<T>> rest;
  for (auto& each : futures) {
    const auto lent = static_cast<lends>(each.lends_memory());
    states.push_back(from->take(each));
    rest.emplace_back(states.back(), lent);
  }
  auto to = detail::make_chain_state<first_of<T>>(*states.front());
  to->depend_on(detail::as_base(from));
  const bool borrows = from->lend();
  auto shared = std::make_shared<detail::race<T>>(std::move(rest), to);
  for (std::size_t i = 0; i < states.size(); ++i) {
    auto* step = new detail::racing<T>{states[i], i, shared};
    states[i]->then(*step);
  }
  return detail::as_future<first_of<T>>(std::move(to), borrows);
}

}  // namespace troupe
