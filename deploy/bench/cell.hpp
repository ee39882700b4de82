#pragma once

#include <troupe/collectives/communicator.hpp>
#include <troupe/deploy/bench/options.hpp>
#include <troupe/deploy/bench/pattern.hpp>

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace troupe::detail {

/// One rank's buffers for one operation and size, and the call on them. Every rank makes the same
/// cells in the same order.
template <element T>
class cell {
 public:
  cell(communicator world, const bench_options& options, bench_operation operation,
       std::size_t bytes)
      : world_{std::move(world)},
        operation_{operation},
        count_{element_count(operation, bytes, sizeof(T), world_.size())},
        block_{count_ / static_cast<std::size_t>(world_.size())},
        in_{allocate(options)},
        out_{allocate(options)} {
    if (options.how != algorithm::automatic) options_.algorithm = options.how;
    rewrite_input();
    clear_output();
  }

  bool ping_pong() const { return operation_ == bench_operation::send; }

  void rewrite_input() { fill(in(), world_.rank()); }

  /// No result of an earlier call can pass for this one's.
  void clear_output() { std::memset(out_.data(), 0xff, out_.size() * sizeof(T)); }

  /// The blocking call. Throws `exception`.
  void run() {
    switch (operation_) {
      case bench_operation::send:
        return exchange();
      case bench_operation::broadcast:
        world_.broadcast(world_.rank() == 0 ? in() : out(), 0, options_).get();
        return;
      case bench_operation::reduce:
        world_.reduce(in(), out(), sum, 0, options_).get();
        return;
      case bench_operation::all_reduce:
        world_.all_reduce(in(), out(), sum, options_).get();
        return;
      case bench_operation::all_gather:
        world_.all_gather(in().first(block_), out(), options_).get();
        return;
      case bench_operation::reduce_scatter:
        world_.reduce_scatter(in(), out().first(block_), sum, options_).get();
        return;
      case bench_operation::barrier:
        world_.barrier(options_).get();
        return;
    }
  }

  /// Elements of this rank's result that are wrong.
  std::size_t wrong() const {
    const auto rank = world_.rank(), n = world_.size();
    const std::span<const T> result{out_.data(), count_};
    switch (operation_) {
      case bench_operation::send:
        return has_partner() ? count_wrong(result, partner(), partner() + 1, 0) : 0;
      case bench_operation::broadcast:
        return rank == 0 ? 0 : count_wrong(result, 0, 1, 0);
      case bench_operation::reduce:
        return rank == 0 ? count_wrong(result, 0, n, 0) : 0;
      case bench_operation::all_reduce:
        return count_wrong(result, 0, n, 0);
      case bench_operation::all_gather:
        return wrong_blocks(result);
      case bench_operation::reduce_scatter:
        return count_wrong(result.first(block_), 0, n, block_ * static_cast<std::size_t>(rank));
      case bench_operation::barrier:
        break;
    }
    return 0;
  }

 private:
  tensor<T> allocate(const bench_options& options) const {
    // A whole number of cache lines more, so that no size is a special case.
    const auto room = count_ + 64 / sizeof(T);
    if (!options.any_memory) return world_.template allocate<T>(room);
    auto plain = host_memory().allocate(room * sizeof(T));
    if (!plain)
      throw exception{error{errc::resource_exhausted,
                            "no memory for " + std::to_string(room * sizeof(T)) + " bytes",
                            "measure smaller sizes with --bytes, or fewer ranks"}};
    return {std::move(plain), room};
  }
  std::span<T> in() { return in_.span().first(count_); }
  std::span<T> out() { return out_.span().first(count_); }

  rank_id partner() const { return world_.rank() ^ 1; }
  bool has_partner() const { return partner() < world_.size(); }

  void exchange() {
    if (!has_partner()) return;
    if (world_.rank() < partner()) {
      world_.send(in(), partner()).get();
      world_.recv(out(), partner()).get();
    } else {
      world_.recv(out(), partner()).get();
      world_.send(in(), partner()).get();
    }
  }

  std::size_t wrong_blocks(std::span<const T> result) const {
    std::size_t wrong = 0;
    for (rank_id from = 0; from < world_.size(); ++from) {
      const auto first = block_ * static_cast<std::size_t>(from);
      wrong += count_wrong(result.subspan(first, block_), from, from + 1, 0);
    }
    return wrong;
  }

  communicator world_;
  bench_operation operation_;
  std::size_t count_;
  std::size_t block_;
  collective_options options_{};
  tensor<T> in_, out_;
};

}  // namespace troupe::detail
