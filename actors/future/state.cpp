#include <troupe/actors/future/state.hpp>
#include <troupe/actors/progress/futex.hpp>

namespace troupe::detail {

namespace {

/// Stands in the list of continuations once it is closed; never run.
class closed_mark final : public continuation {
  void run() noexcept override {}
};

continuation* closed() {
  static closed_mark mark;  // only its address matters
  return &mark;
}

}  // namespace

bool state_base::wait(std::optional<time_point> until) {
  if (ready()) return true;
  if (driver_ != nullptr) {
    driver_->wait(*this, until);
    return ready();
  }
  while (!ready() && !(until && std::chrono::steady_clock::now() >= *until)) park(until);
  return ready();
}

void state_base::park(std::optional<time_point> until) {
  const auto before = phase_.fetch_or(parked, std::memory_order_acq_rel);
  if ((before & is_ready) != 0) return;
  futex_wait(phase_, before | parked, until);
}

bool state_base::announce_driver_sleep() {
  return (phase_.fetch_or(driver_sleeps, std::memory_order_seq_cst) & is_ready) == 0;
}

void state_base::then(continuation& work) {
  auto* head = continuations_.load(std::memory_order_acquire);
  do {
    if (head == closed()) return post(work);
    work.next = head;
  } while (!continuations_.compare_exchange_weak(head, &work, std::memory_order_acq_rel));
}

void state_base::publish() {
  // Whoever waits may drop the last other reference at once: keep this one until the end.
  retain();
  const auto before = phase_.exchange(is_ready, std::memory_order_seq_cst);
  if ((before & parked) != 0) futex_wake_all(phase_);
  if ((before & driver_sleeps) != 0) driver_->wake();
  auto* head = continuations_.exchange(closed(), std::memory_order_acq_rel);
  continuation* in_order = nullptr;
  while (head != nullptr) {
    auto* next = head->next;
    head->next = in_order;
    in_order = head;
    head = next;
  }
  while (in_order != nullptr) {
    auto* next = in_order->next;
    post(*in_order);
    in_order = next;
  }
  release();
}

void state_base::renew(driver* d, executor* e) {
  references_.store(1, std::memory_order_relaxed);
  phase_.store(0, std::memory_order_relaxed);
  continuations_.store(nullptr, std::memory_order_relaxed);
  driver_ = d;
  executor_ = e;
  if (failure_) failure_ = {};
}

}  // namespace troupe::detail
