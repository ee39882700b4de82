#pragma once

#include <troupe/troupe.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

// Worlds for tests. The test framework's assertions belong to one thread: ranks note what they
// find, and the test's thread reports it.
namespace world_test {

class checks {
 public:
  /// Any thread.
  void that(bool right, const std::string& what) {
    ++made_;
    if (right) return;
    std::lock_guard lock{mutex_};
    if (wrong_.size() < 20) wrong_.push_back(what);
  }

  /// The test's thread, once the ranks are over: all held, and there were some.
  void require_all() {
    for (const auto& each : wrong_) UNSCOPED_INFO("not so: " << each);
    CHECK(wrong_.empty());
    CHECK(made_ > 0);
  }

 private:
  std::atomic<int> made_{0};
  std::mutex mutex_;
  std::vector<std::string> wrong_;
};

template <class F>
void run(troupe::rank_id ranks, F body) {
  troupe::world local{{.ranks = ranks}};
  local.run(std::move(body));
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

}  // namespace world_test
