#include <troupe/transports/tcp/resolver.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace troupe::detail::tcp {

struct resolver::state {
  struct request {
    host_port question;
    answer then;
  };

  void run() {
    std::unique_lock lock{mutex};
    while (!waiting.empty()) {
      auto next = std::move(waiting.front());
      waiting.pop_front();
      lock.unlock();
      auto found = resolve(next.question, false);
      lock.lock();
      if (!closed) next.then(std::move(found));
    }
    running = false;
    idle.notify_all();
  }

  std::mutex mutex;
  std::condition_variable idle;
  std::deque<request> waiting;
  bool running = false;
  bool closed = false;
};

resolver::resolver() : state_{std::make_shared<state>()} {}

resolver::~resolver() {
  close(std::chrono::steady_clock::now());
}

void resolver::ask(host_port question, answer then) {
  std::unique_lock lock{state_->mutex};
  if (state_->closed) return;
  state_->waiting.push_back({std::move(question), std::move(then)});
  if (state_->running) return;
  state_->running = true;
  lock.unlock();
  if (thread_.joinable()) thread_.join();
  thread_ = std::thread{[shared = state_] { shared->run(); }};
}

void resolver::close(std::chrono::steady_clock::time_point deadline) {
  {
    std::unique_lock lock{state_->mutex};
    state_->closed = true;
    state_->waiting.clear();
    state_->idle.wait_until(lock, deadline, [this] { return !state_->running; });
    if (state_->running && thread_.joinable()) thread_.detach();
  }
  if (thread_.joinable()) thread_.join();
}

}  // namespace troupe::detail::tcp
