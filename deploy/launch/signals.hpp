#pragma once

#include <troupe/transports/tcp/descriptor.hpp>

#include <csignal>
#include <optional>

namespace troupe::detail {

/// The signals that a launcher handles, as something to poll. They are blocked as long as it lives,
/// but for those that were ignored before.
class signal_source {
 public:
  signal_source();
  ~signal_source();
  signal_source(const signal_source&) = delete;
  signal_source& operator=(const signal_source&) = delete;

  int fd() const { return source_.get(); }
  /// The next one that came, if any.
  std::optional<int> next();

 private:
  sigset_t before_{};
  tcp::descriptor source_{};
};

}  // namespace troupe::detail
