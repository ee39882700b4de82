#pragma once

#include <troupe/collectives/schedule/algorithm.hpp>

#include <chrono>
#include <optional>

namespace troupe {

/// In which order a reduction combines its inputs.
enum class order : std::uint8_t {
  any,   ///< as the algorithm likes; the same on all ranks, and from run to run
  rank,  ///< ((x0 + x1) + x2) …: the same bits for any algorithm, link and cutting into pieces
};

/// Options of a collective; each is left out to take the communicator's default.
struct collective_options {
  /// From the call; once it has passed the future completes with `timeout`.
  std::optional<std::chrono::nanoseconds> deadline{};
  std::optional<troupe::order> order{};
  /// How it is done; chosen by predicted time if left out.
  std::optional<troupe::algorithm> algorithm{};
};

/// When a send is over.
enum class completion : std::uint8_t {
  local,    ///< its memory may be used again
  matched,  ///< the receiver has matched it
};

/// Options of a send or a receive.
struct p2p_options {
  /// 0 … 2^31 - 1; a receive may give `any_tag`.
  std::int32_t tag = 0;
  std::optional<std::chrono::nanoseconds> deadline{};
  troupe::completion completion = troupe::completion::local;
};

}  // namespace troupe
