#pragma once

#include <troupe/collectives/engine/completion.hpp>

#include <atomic>
#include <memory>
#include <vector>

namespace troupe::detail {

/// Operation states for reuse, so that a call allocates nothing once the pool is warm. States
/// outlive the pool's owner: whoever drops the last future gives the state back, on any thread, and
/// the pool goes with the last of its states.
template <class T>
class state_pool {
 public:
  class pooled final : public operation_state<T> {
   public:
    explicit pooled(state_pool& home) : home_{home} {}
    using operation_state<T>::renew;

    void recycle() { this->value_.reset(); }
    pooled* next_free = nullptr;

   private:
    void dispose() override { home_.give_back(*this); }
    state_pool& home_;
  };

  static state_pool* make() { return new state_pool; }

  /// With the owner's turn. One reference belongs to the caller.
  pooled* take(driver* d, executor* e) {
    if (free_ == nullptr) free_ = returned_.exchange(nullptr, std::memory_order_acquire);
    auto* state = free_;
    if (state != nullptr)
      free_ = state->next_free;
    else
      state = new pooled{*this};
    users_.fetch_add(1, std::memory_order_relaxed);
    state->renew(d, e);
    return state;
  }

  /// The owner goes; states that are out keep the pool alive.
  void close() { leave(); }

 private:
  state_pool() = default;
  ~state_pool() {
    destroy(free_);
    destroy(returned_.load());
  }

  static void destroy(pooled* list) {
    while (list != nullptr) {
      auto* next = list->next_free;
      delete list;
      list = next;
    }
  }

  void give_back(pooled& state) {
    state.recycle();
    auto* head = returned_.load(std::memory_order_relaxed);
    do {
      state.next_free = head;
    } while (!returned_.compare_exchange_weak(head, &state, std::memory_order_release,
                                              std::memory_order_relaxed));
    leave();
  }

  void leave() {
    if (users_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  pooled* free_ = nullptr;
  std::atomic<pooled*> returned_{nullptr};
  std::atomic<std::size_t> users_{1};  // the owner, and each state that is out
};

}  // namespace troupe::detail
