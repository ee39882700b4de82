#pragma once

#include <troupe/actors/future/future.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <tuple>
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

  collector(std::size_t total, std::size_t wanted, state_ptr<chain_state<results>> to)
      : spare_{total - wanted}, wanted_{wanted}, to_{std::move(to)} {}

  void arrived(std::size_t index, expected<T> result) {
    std::unique_lock lock{mutex_};
    if (over_) return;
    if (result) {
      results_.push_back({index, *std::move(result)});
      if (results_.size() < wanted_) return;
      over_ = true;
      lock.unlock();
      std::sort(results_.begin(), results_.end(),
                [](const auto& a, const auto& b) { return a.index < b.index; });
      to_->succeed(std::move(results_));
    } else if (failures_++ == spare_) {
      over_ = true;
      lock.unlock();
      to_->fail(result.error());
    }
  }

 private:
  std::mutex mutex_;
  std::size_t spare_, wanted_, failures_ = 0;
  bool over_ = false;
  results results_;
  state_ptr<chain_state<results>> to_;
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

/// Cancelling a combination cancels all of its parts.
class many_states final : public state_base {
 public:
  explicit many_states(std::vector<state_ptr<state_base>> parts) : parts_{std::move(parts)} {}
  void cancel() override {
    for (auto& part : parts_) part->cancel();
  }

 private:
  std::vector<state_ptr<state_base>> parts_;
};

error nothing_to_wait_for(std::size_t wanted, std::size_t given);

}  // namespace detail

/// The results of the first `wanted` futures to succeed, by index. The others go on; what they lent
/// stays lent until the combination is destroyed. Fails once too many have failed.
template <class T>
future<std::vector<indexed<T>>> when_some(std::size_t wanted, std::vector<future<T>> futures) {
  if (wanted == 0 || wanted > futures.size())
    throw exception{detail::nothing_to_wait_for(wanted, futures.size())};
  bool borrows = false;
  std::vector<detail::state_ptr<detail::state<T>>> states;
  std::vector<detail::state_ptr<detail::state_base>> bases;
  for (auto& each : futures) {
    borrows = borrows || each.lends_memory();
    states.push_back(each.release_state());
    bases.push_back(detail::as_base(states.back()));
  }
  auto to = detail::make_chain_state<std::vector<indexed<T>>>(*states.front());
  to->depend_on(detail::state_ptr<detail::state_base>{new detail::many_states{std::move(bases)}});
  auto collected = std::make_shared<detail::collector<T>>(states.size(), wanted, to);
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

/// Results of futures of different types, as a tuple, or the first error in their order.
template <class First, class... Rest>
auto when_all(future<First> first, future<Rest>... rest) {
  if constexpr (sizeof...(Rest) == 0) {
    return first.then([](First value) { return std::tuple<First>{std::move(value)}; });
  } else {
    auto others = when_all(std::move(rest)...);
    return first.then([others = std::move(others)](First value) mutable {
      return others.then([value = std::move(value)](std::tuple<Rest...> tail) mutable {
        return std::tuple_cat(std::tuple<First>{std::move(value)}, std::move(tail));
      });
    });
  }
}

}  // namespace troupe
