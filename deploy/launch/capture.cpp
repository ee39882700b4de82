#include <troupe/deploy/launch/capture.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace troupe::detail {
namespace {

/// False if the file takes no more.
bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

expected<tcp::descriptor> capture::open() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return error{errc::resource_exhausted,
                 {.system_errno = errno,
                  .what = "a pipe for the output can't be made",
                  .advice = "raise the limit of open files: ulimit -n"}};
  pipe_ = tcp::descriptor{ends[0]};
  ::fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);
  return tcp::descriptor{ends[1]};
}

bool capture::read_some() {
  if (!pipe_) return false;
  if (to_->broken()) {
    // The process learns as it would without a launcher: by SIGPIPE.
    end();
    return false;
  }
  std::array<char, 65536> bytes;
  const auto got = ::read(pipe_.get(), bytes.data(), bytes.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (got <= 0) {
    end();
    return false;
  }
  const std::string_view taken{bytes.data(), static_cast<std::size_t>(got)};
  lines_.feed(taken, to_->queue());
  if (file_ && !write_all(file_.get(), taken)) {
    to_->add("troupe: a file of the output directory takes no more; is the disk full?\n");
    file_.reset();
  }
  return true;
}

void capture::read_all(bool last) {
  // A pipe's worth: as long as somebody writes, there is always more.
  for (int reads = 0; (last || reads < 2) && read_some(); ++reads) {
  }
  if (last && pipe_) end();
}

void capture::end() {
  lines_.finish(to_->queue());
  pipe_.reset();
}

}  // namespace troupe::detail
