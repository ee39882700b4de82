#pragma once

#include <troupe/actors/future/driver.hpp>
#include <troupe/actors/reduction.hpp>
#include <troupe/collectives/engine/completion.hpp>
#include <troupe/collectives/schedule/table.hpp>

#include <cstddef>
#include <optional>
#include <source_location>

namespace troupe::detail {

/// What every call carries. Its result's sink comes with one reference, which the engine gives
/// back.
struct call {
  context_id context = 0;
  result_sink* sink = nullptr;
  std::optional<time_point> deadline{};
  std::source_location site{};
};

/// A collective, checked by the communicator.
struct collective_call : call {
  primitive kind = primitive::barrier;
  element_type type = element_type::byte;
  reduction op = reduction::sum;
  rank_id root = 0;
  std::size_t count = 0;  ///< as in collective_shape
  const std::byte* input = nullptr;
  std::byte* output = nullptr;
  bool in_place = false;
  bool rank_order = false;
  algorithm how = algorithm::automatic;
};

/// Memory to be sent, checked by the communicator.
struct send_call : call {
  rank_id peer = 0;
  std::int32_t tag = 0;
  element_type type = element_type::byte;
  const std::byte* data = nullptr;
  std::size_t bytes = 0;
  bool until_matched = false;
};

/// Memory to be filled, checked by the communicator.
struct receive_call : call {
  rank_id peer = any_source;
  std::int32_t tag = 0;
  element_type type = element_type::byte;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

}  // namespace troupe::detail
