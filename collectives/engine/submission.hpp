#pragma once

#include <troupe/collectives/engine/calls.hpp>

#include <atomic>
#include <memory>
#include <variant>

namespace troupe::detail {

/// Calls that came while somebody else had the engine's turn. Many writers, one reader; calls of
/// one thread stay in order.
class submission_list {
 public:
  using any_call = std::variant<collective_call, send_call, receive_call>;

  submission_list() = default;
  submission_list(const submission_list&) = delete;
  submission_list& operator=(const submission_list&) = delete;
  ~submission_list() {
    take([](const any_call&) {});
  }

  void push(any_call what) {
    auto* added = new node{std::move(what), head_.load(std::memory_order_relaxed)};
    while (!head_.compare_exchange_weak(added->next, added, std::memory_order_seq_cst)) continue;
  }

  bool empty() const { return head_.load(std::memory_order_seq_cst) == nullptr; }

  template <class F>
  void take(F begin) {
    auto* newest = head_.exchange(nullptr, std::memory_order_acquire);
    node* oldest = nullptr;
    while (newest != nullptr) {
      auto* next = newest->next;
      newest->next = oldest;
      oldest = newest;
      newest = next;
    }
    while (oldest != nullptr) {
      const std::unique_ptr<node> each{oldest};
      oldest = each->next;
      begin(each->what);
    }
  }

 private:
  struct node {
    any_call what;
    node* next;
  };
  std::atomic<node*> head_{nullptr};
};

}  // namespace troupe::detail
