#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace troupe::detail {

/// Where lines go: the launcher's standard output or error, without ever waiting for it. A reader
/// that is slow fills the queue, and then the launcher stops reading from the processes.
class sink {
 public:
  explicit sink(int fd) : fd_{fd} {}

  int fd() const { return fd_; }
  bool terminal() const;
  void add(std::string_view bytes) { queue_ += bytes; }
  std::string& queue() { return queue_; }
  bool empty() const { return done_ == queue_.size(); }
  bool full() const { return queue_.size() - done_ >= limit; }
  /// Nobody reads it any more: what is added is dropped.
  bool broken() const { return broken_; }

  /// Writes as much as doesn't wait, when `poll` said that there is room.
  void write_some();

  /// Whether both lead to the same file or terminal.
  static bool same(int a, int b);

 private:
  static constexpr std::size_t limit = std::size_t{1} << 20;

  int fd_;
  std::string queue_{};
  std::size_t done_ = 0;
  bool broken_ = false;
};

}  // namespace troupe::detail
