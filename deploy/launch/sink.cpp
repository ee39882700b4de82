#include <troupe/deploy/launch/sink.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>

namespace troupe::detail {

bool sink::terminal() const {
  const char* plain = std::getenv("NO_COLOR");
  return ::isatty(fd_) == 1 && (plain == nullptr || *plain == '\0');
}

void sink::write_some() {
  // The descriptor is shared with other programs, so it must stay a blocking one; what `poll` calls
  // writable takes this much.
  const auto amount = std::min<std::size_t>(queue_.size() - done_, PIPE_BUF);
  const auto written = ::write(fd_, queue_.data() + done_, amount);
  if (written < 0 && errno != EINTR && errno != EAGAIN) broken_ = true;
  if (written > 0) done_ += static_cast<std::size_t>(written);
  if (broken_ || empty()) {
    queue_.clear();
    done_ = 0;
  } else if (done_ >= limit) {
    queue_.erase(0, done_);
    done_ = 0;
  }
}

bool sink::same(int a, int b) {
  struct stat first {
  }, second{};
  return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

}  // namespace troupe::detail
