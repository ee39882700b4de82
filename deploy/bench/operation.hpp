#pragma once

#include <troupe/actors/ids.hpp>
#include <troupe/collectives/schedule/schedule.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace troupe {

/// What can be measured.
enum class bench_operation : std::uint8_t {
  send,  ///< ping-pong of ranks 2k and 2k + 1, all pairs at once: half a round trip
  broadcast,
  reduce,
  all_reduce,
  all_gather,
  reduce_scatter,
  barrier,
};

namespace detail {

/// How an operation's bytes and bandwidth are counted.
struct operation_traits {
  bench_operation operation;
  std::string_view name;
  std::optional<primitive> kind;  ///< none for point-to-point
  /// Bytes that the busiest way must carry, by bytes of the buffer, of n ranks.
  double (*factor)(double n);
  bool blocked;  ///< the buffer holds a block for each rank
};

/// All operations, in the order of `all`.
std::span<const operation_traits> operations();
const operation_traits& traits_of(bench_operation operation);

/// nccl-tests' busbw is bytes x factor / time, so that the figure compares with the hardware's
/// whatever the number of ranks:
///
/// | operation                   | bytes                     | factor       |
/// |-----------------------------|---------------------------|--------------|
/// | send                        | the message               | 1            |
/// | broadcast, reduce           | the buffer                | 1            |
/// | all_reduce                  | the buffer                | 2 (n - 1) / n |
/// | all_gather                  | the whole output          | (n - 1) / n  |
/// | reduce_scatter              | the whole input           | (n - 1) / n  |
/// | barrier                     | 0                         | 1            |
double busbw_factor(bench_operation operation, rank_id ranks);

/// Elements of the whole buffer: `bytes` rounded down to elements, then up to equal blocks where
/// there is one for each rank.
std::size_t element_count(bench_operation operation, std::size_t bytes, std::size_t element_size,
                          rank_id ranks);

}  // namespace detail
}  // namespace troupe
