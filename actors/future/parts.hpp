#pragma once

#include <troupe/actors/future/future.hpp>

#include <cstddef>
#include <vector>

namespace troupe::detail {

/// Whether operations on lent memory end when the combination that holds them goes.
enum class loans : bool { outlive_it, end_with_it };

/// What a combination waits for. Cancelling it cancels all of its parts.
class parts final : public state_base {
 public:
  explicit parts(loans memory) : loans_{memory} {}
  ~parts() {
    if (loans_ == loans::end_with_it) end_loans();
  }

  /// Takes a future's result over, to be waited for by the caller.
  template <class T>
  state_ptr<state<T>> take(future<T>& from) {
    const bool lends = from.lends_memory();
    auto taken = from.release_state();
    if (!taken) throw exception{nothing_to_come()};
    all_.push_back({as_base(taken), lends});
    return taken;
  }

  std::size_t size() const { return all_.size(); }

  bool lend() const {
    for (const auto& each : all_)
      if (each.lends) return true;
    return false;
  }

  void cancel() override {
    for (auto& each : all_) each.state->cancel();
  }

  /// When it returns, none of the lent memory is touched any more.
  void end_loans() {
    for (auto& each : all_)
      if (each.lends && !each.state->ready()) each.state->cancel();
  }

 private:
  struct part {
    state_ptr<state_base> state;
    bool lends;
  };
  std::vector<part> all_;
  const loans loans_;
};

error nothing_to_wait_for(std::size_t wanted, std::size_t given);

}  // namespace troupe::detail
