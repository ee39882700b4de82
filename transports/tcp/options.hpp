#pragma once

#include <troupe/actors/ids.hpp>

#include <chrono>
#include <cstddef>
#include <string>

namespace troupe {

/// How one node uses TCP.
struct tcp_options {
  node_id self = 0;

  /// The one address that this node listens on: "host:port", "[v6]:port", "[fe80::1%eth0]:port".
  /// Port 0 lets the kernel choose; `tcp_medium::local_address` tells.
  std::string listen = "127.0.0.1:0";

  /// A descriptor that is bound and listening already, which the medium then owns; `listen` is
  /// ignored.
  int inherited_listener = -1;

  /// Secret bytes that all nodes of the job share. May be empty only on a loopback address.
  std::string job_key{};

  /// How long connecting keeps trying: a node may start before the one that it dials.
  std::chrono::milliseconds connect_timeout{10'000};

  /// How long one connection may take to prove that it knows the key.
  std::chrono::milliseconds hello_timeout{5'000};

  /// Accepted connections that haven't proved themselves yet; further ones wait in the kernel.
  std::size_t max_unproven = 64;

  /// A link that sent nothing for this long sends a sign of life.
  std::chrono::milliseconds heartbeat{500};

  /// A link that heard nothing for this long is suspected, which removes nobody.
  std::chrono::milliseconds silence_limit{5'000};

  /// Bytes that one frame may carry; at most 64 KiB.
  std::size_t max_frame_payload = 64 * 1024;

  /// Bytes of frames that a link keeps while the kernel takes none; then `send` refuses.
  std::size_t send_buffer = 1024 * 1024;
};

}  // namespace troupe
