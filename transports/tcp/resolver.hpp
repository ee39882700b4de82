#pragma once

#include <troupe/transports/tcp/socket.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace troupe::detail::tcp {

/// Asks name servers, which blocks, on a thread that lives only while there are questions.
///
/// Threads: one at a time.
class resolver {
 public:
  using answer = std::function<void(expected<std::vector<socket_address>>)>;

  resolver();
  ~resolver();

  /// `then` is called on the resolver's thread.
  void ask(host_port question, answer then);

  /// Drops what was not asked yet, and waits for the question under way. The system offers no way
  /// to interrupt it: past `deadline` its thread is left to end by itself, and answers nobody.
  void close(std::chrono::steady_clock::time_point deadline);

 private:
  struct state;
  std::shared_ptr<state> state_;
  std::thread thread_;
};

}  // namespace troupe::detail::tcp
