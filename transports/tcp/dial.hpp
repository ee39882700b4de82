#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/transports/tcp/alarm.hpp>
#include <troupe/transports/tcp/greeter.hpp>
#include <troupe/transports/tcp/socket.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace troupe::detail::tcp {

/// The attempts to connect to one node: all its addresses in turn, then a pause that grows.
struct dial {
  std::vector<std::string> addresses{};
  std::vector<socket_address> targets{};
  std::size_t next_target = 0;
  std::size_t questions = 0;  ///< names that a name server was asked for
  bool ask_again = true;      ///< some name led nowhere so far
  time_point give_up_at{};
  time_point retry_at = time_point::max();
  std::chrono::milliseconds pause{10};
  std::shared_ptr<greeter> attempt{};
  error last{};

  void rest(time_point now) {
    retry_at = now + pause;
    pause = std::min(2 * pause, std::chrono::milliseconds{500});
    next_target = 0;
  }

  std::string where() const {
    std::string all;
    for (const auto& each : addresses) all += (all.empty() ? "" : ", ") + each;
    return all.empty() ? "no address" : all;
  }
};

}  // namespace troupe::detail::tcp
