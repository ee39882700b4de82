#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace troupe {

/// Everything that can go wrong, as a closed list: values stand on the wire and never change.
enum class errc : std::uint8_t {
  ok = 0,
  invalid_argument = 1,     ///< refused before anything was sent
  invalid_usage = 2,        ///< after close, in a forked child, `.get()` in a continuation
  mismatch = 3,             ///< members disagree on kind, count, type, operation or root
  truncated = 4,            ///< a message was larger than the receive's buffer
  timeout = 5,              ///< the deadline passed
  cancelled = 6,            ///< the caller or the communicator's end cancelled it
  peer_failed = 7,          ///< a rank that the operation needs died
  peer_failed_pending = 8,  ///< a wildcard receive might have been meant for a rank that died
  epoch_changed = 9,        ///< the communicator's members changed
  quorum_not_met = 10,      ///< fewer contributors than asked for
  link_failed = 11,         ///< all ways to the peer broke
  resource_exhausted = 12,  ///< a named limit was reached
  corrupted = 13,           ///< a checksum did not hold
  auth_failed = 14,         ///< the peer could not prove the job key
  protocol_error = 15,      ///< the peer speaks another version, or nonsense
  gpu_error = 16,           ///< the device or its driver refused
  unsupported = 17,         ///< not available on this machine or in this build
  internal = 18,            ///< a bug in this library
  lagging = 19,             ///< this rank is too many rounds behind
  epoch_lost = 20,          ///< this rank was removed
  undecided = 21,           ///< the deadline passed before the members agreed
  config_error = 22,        ///< a configuration file, option or environment variable is wrong
  program_failed = 23,      ///< code of the program threw an exception
};

constexpr std::string_view to_string(errc code) {
  constexpr std::string_view names[] = {"ok",
                                        "invalid_argument",
                                        "invalid_usage",
                                        "mismatch",
                                        "truncated",
                                        "timeout",
                                        "cancelled",
                                        "peer_failed",
                                        "peer_failed_pending",
                                        "epoch_changed",
                                        "quorum_not_met",
                                        "link_failed",
                                        "resource_exhausted",
                                        "corrupted",
                                        "auth_failed",
                                        "protocol_error",
                                        "gpu_error",
                                        "unsupported",
                                        "internal",
                                        "lagging",
                                        "epoch_lost",
                                        "undecided",
                                        "config_error",
                                        "program_failed"};
  const auto index = static_cast<std::size_t>(code);
  return index < sizeof(names) / sizeof(names[0]) ? names[index] : "unknown";
}

}  // namespace troupe
