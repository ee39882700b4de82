#pragma once

#include <troupe/actors/future/future.hpp>
#include <troupe/actors/future/parts.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

namespace troupe {

/// One result of several and where it came from.
template <class T>
struct indexed {
  std::size_t index = 0;
  T value{};
};

/// The first result, and the futures that are still to come (the index-th one is empty).
template <class T>
struct first_of {
  std::size_t index = 0;
  T value{};
  std::vector<future<T>> rest{};
};

namespace detail {

/// Collects results until enough have come or too many have failed to get there.
template <class T>
class collector : public std::enable_shared_from_this<collector<T>> {
 public:
  using results = std::vector<indexed<T>>;

  collector(std::size_t wanted, state_ptr<parts> from, state_ptr<chain_state<results>> to)
      : spare_{from->size() - wanted},
        wanted_{wanted},
        from_{std::move(from)},
        to_{std::move(to)} {}

  void arrived(std::size_t index, expected<T> result) {
    std::unique_lock lock{mutex_};
    if (!to_) return;
    if (result) {
      results_.push_back({index, *std::move(result)});
      if (results_.size() < wanted_) return;
    } else if (failures_++ < spare_) {
      return;
    }
    // Who asked holds the rest from here on: when he lets go, loans that are still out end.
    const auto to = std::move(to_);
    const auto from = std::move(from_);
    to_ = {};
    from_ = {};
    lock.unlock();
    if (!result) {
      from->end_loans();
      to->fail(result.error());
      return;
    }
    std::sort(results_.begin(), results_.end(),
              [](const auto& a, const auto& b) { return a.index < b.index; });
    to->succeed(std::move(results_));
  }

 private:
  std::mutex mutex_;
  std::size_t spare_, wanted_, failures_ = 0;
  results results_;
  state_ptr<parts> from_;
  state_ptr<chain_state<results>> to_;  // empty once it is over
};

template <class T>
class collecting final : public continuation {
 public:
  collecting(state_ptr<state<T>> from, std::size_t index, std::shared_ptr<collector<T>> to)
      : from_{std::move(from)}, index_{index}, to_{std::move(to)} {}

  void run() noexcept override {
    const std::unique_ptr<collecting> self{this};
    to_->arrived(index_, from_->take());
  }

 private:
  state_ptr<state<T>> from_;
  std::size_t index_;
  std::shared_ptr<collector<T>> to_;
};

}  // namespace detail

/// The results of the first `wanted` futures to succeed, by index. The others go on; what they lent
/// stays lent until the combination is destroyed, which cancels them. Fails once too many have
/// failed; others that lend memory are cancelled then.
template <class T>
future<std::vector<indexed<T>>> when_some(std::size_t wanted, std::vector<future<T>> futures) {
  if (wanted == 0 || wanted > futures.size())
    throw exception{detail::nothing_to_wait_for(wanted, futures.size())};
  detail::state_ptr<detail::parts> from{new detail::parts{detail::loans::end_with_it}};
  std::vector<detail::state_ptr<detail::state<T>>> states;
  for (auto& each : futures) states.push_back(from->take(each));
  auto to = detail::make_chain_state<std::vector<indexed<T>>>(*states.front());
  to->depend_on(detail::as_base(from));
  const bool borrows = from->lend();
  auto collected = std::make_shared<detail::collector<T>>(wanted, std::move(from), to);
  for (std::size_t i = 0; i < states.size(); ++i) {
    auto* step = new detail::collecting<T>{states[i], i, collected};
    states[i]->then(*step);
  }
  return detail::as_future<std::vector<indexed<T>>>(std::move(to), borrows);
}

/// All results, in the order of the futures, or the first error.
template <class T>
future<std::vector<T>> when_all(std::vector<future<T>> futures) {
  const auto count = futures.size();
  return when_some(count, std::move(futures)).then([](std::vector<indexed<T>> results) {
    std::vector<T> values;
    values.reserve(results.size());
    for (auto& each : results) values.push_back(std::move(each.value));
    return values;
  });
}

}  // namespace troupe

#include <troupe/actors/future/tuple.hpp>
