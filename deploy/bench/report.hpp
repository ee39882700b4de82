#pragma once

#include <troupe/deploy/bench/bench.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>
#include <thread>

namespace troupe::detail {

/// Prints rows as they come, and speaks up for a cell that doesn't end in time.
///
/// Threads: `listener`'s calls come from rank 0's thread; `give_up` from a thread of the report's.
/// Ends: the destructor ends that thread.
class bench_report {
 public:
  /// `give_up` is called once the rows of the cell that took too long and of those after it are
  /// printed; a cell can't be taken back, so it should end the process.
  bench_report(const bench_options& options, std::ostream& out, std::function<void()> give_up);
  ~bench_report();
  bench_report(const bench_report&) = delete;
  bench_report& operator=(const bench_report&) = delete;

  bench_listener listener();

  /// Whether every row so far was valid.
  bool all_valid() const { return all_valid_; }

 private:
  void begin(const bench_subject& subject, std::span<const std::size_t> sizes);
  void end(const bench_row& row);
  void watch();

  const bench_options options_;
  const bench_surroundings around_;
  std::ostream& out_;
  const std::function<void()> give_up_;
  bool header_printed_ = false;
  bool all_valid_ = true;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::chrono::steady_clock::time_point due_{};  // none while no cell runs
  std::string last_words_;
  bool over_ = false;
  std::thread watcher_;
};

}  // namespace troupe::detail
