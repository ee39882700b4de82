#pragma once

#include <troupe/actors/ids.hpp>

#include <chrono>
#include <cstddef>
#include <string>

namespace troupe {

/// How one node uses TCP.
struct tcp_options {
  node_id self = 0;
  node_id nodes = 1;  ///< of the job: ids from 0 to nodes - 1 are let in

  /// At most 64 bytes; nodes of another job are refused.
  std::string job = "local";

  /// Secret bytes that all nodes of the job share. May be empty only on a loopback address.
  std::string job_key{};

  /// The one address that this node listens on: "host:port", "[v6]:port". Port 0 lets the kernel
  /// choose; `tcp_medium::local_address` tells.
  std::string listen = "127.0.0.1:0";

  /// A descriptor that is bound and listening already, which the medium then owns, or -1; `listen`
  /// is then ignored.
  int inherited_listener = -1;

  /// How long connecting keeps trying: a node may start before the one that it dials.
  std::chrono::milliseconds connect_timeout{30'000};

  /// How long one connection may take to prove that it knows the key.
  std::chrono::milliseconds hello_timeout{5'000};

  /// A peer whose machine acknowledges nothing for about this long is gone. A peer that is merely
  /// stopped or slow isn't: its machine still answers.
  std::chrono::milliseconds dead_after{10'000};

  /// Accepted connections that haven't proved themselves yet; further ones wait in the kernel.
  std::size_t max_unproven = 64;

  /// Bytes of frames that a link keeps while the kernel takes none; then `send` refuses. At least
  /// 512 KiB.
  std::size_t send_buffer = 1024 * 1024;
};

}  // namespace troupe
