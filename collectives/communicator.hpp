#pragma once

#include <troupe/actors/future/combine.hpp>
#include <troupe/actors/future/future.hpp>
#include <troupe/actors/reduction.hpp>
#include <troupe/actors/tensor.hpp>
#include <troupe/collectives/engine/completion.hpp>
#include <troupe/collectives/memory_range.hpp>
#include <troupe/collectives/options.hpp>

#include <memory>
#include <source_location>
#include <string_view>

namespace troupe {

namespace detail {
class communicator_core;
}

/// A rank's view of a group of ranks: what it calls to talk to them. Copies mean the same group.
///
/// Every member of the group calls the same collectives in the same order; they agree on kind,
/// count, type, operation and root, and get `mismatch` if they don't. Counts are in elements. Every
/// call returns a future at once: `.get()` on it is the blocking form.
///
/// Memory: ranges are borrowed until the future is complete, in whatever way; tensors are moved in
/// and come back as the result. Input and output are the same memory where the call says so, or
/// disjoint.
///
/// Errors, all of them in the future: `invalid_argument` before anything is sent, `invalid_usage`
/// for a default-constructed communicator; `mismatch`, `timeout`, `cancelled`, `peer_failed`,
/// `link_failed` later. The output is unspecified then. Other members throw what they refuse.
///
/// Threads: all calls are thread-safe. Calls of one thread are ordered.
class communicator {
 public:
  using site = std::source_location;

  communicator() = default;
  explicit communicator(std::shared_ptr<const detail::communicator_core> core)
      : core_{std::move(core)} {}

  rank_id rank() const;
  rank_id size() const;
  std::string_view name() const;

  /// The same group with other defaults for options that a call leaves out.
  communicator with(const collective_options& defaults) const;

  /// Elements in memory that suits the links to the group best. Throws `exception`
  /// (`resource_exhausted`) if there is none. The elements are not initialised.
  template <element T>
  tensor<T> allocate(std::size_t count) const {
    return {allocate_bytes(count, sizeof(T)), count};
  }

  /// Every rank's elements combined, on every rank, with the same bits on all.
  /// Shapes: count on all ranks. In place.
  template <writable R>
  future<outcome> all_reduce(R&& inout, reduction op, const collective_options& options = {},
                             site at = site::current()) const {
    const auto memory = detail::erase(inout);
    return all_reduce_erased(memory, memory, op, options, at);
  }
  /// Shapes: count to count; `in` and `out` the same or disjoint.
  template <readable In, writable Out>
  future<outcome> all_reduce(In&& in, Out&& out, reduction op,
                             const collective_options& options = {},
                             site at = site::current()) const {
    return all_reduce_erased(detail::erase(in), detail::erase(out), op, options, at);
  }
  /// Moved in, and given back as the result.
  template <element T>
  future<tensor<T>> all_reduce(tensor<T>&& inout, reduction op,
                               const collective_options& options = {},
                               site at = site::current()) const;

  /// The root's elements, on every rank. Shapes: count on all ranks.
  template <writable R>
  future<outcome> broadcast(R&& inout, rank_id root, const collective_options& options = {},
                            site at = site::current()) const {
    return broadcast_erased(detail::erase(inout), root, options, at);
  }

  /// Every rank's elements combined, on the root. `out` is ignored on the others and may be empty.
  template <readable In, writable Out>
  future<outcome> reduce(In&& in, Out&& out, reduction op, rank_id root,
                         const collective_options& options = {}, site at = site::current()) const {
    return reduce_erased(detail::erase(in), detail::erase(out), op, root, options, at);
  }
  /// In place on the root; the other ranks' elements are not changed.
  template <writable R>
  future<outcome> reduce(R&& inout, reduction op, rank_id root,
                         const collective_options& options = {}, site at = site::current()) const {
    const auto memory = detail::erase(inout);
    return reduce_erased(memory, memory, op, root, options, at);
  }

  /// Every rank's block, on every rank, in rank order.
  /// Shapes: count to size() * count. In place: `in` is block rank() of `out`.
  template <readable In, writable Out>
  future<outcome> all_gather(In&& in, Out&& out, const collective_options& options = {},
                             site at = site::current()) const {
    return all_gather_erased(detail::erase(in), detail::erase(out), options, at);
  }
  /// The block is moved in; the result is a new tensor of size() * count elements.
  template <element T>
  future<tensor<T>> all_gather(tensor<T>&& block, const collective_options& options = {},
                               site at = site::current()) const;

  /// Block rank() of every rank's elements combined.
  /// Shapes: size() * count to count. In place: `out` is block rank() of `in`; the rest of `in` is
  /// unspecified afterwards.
  template <readable In, writable Out>
  future<outcome> reduce_scatter(In&& in, Out&& out, reduction op,
                                 const collective_options& options = {},
                                 site at = site::current()) const {
    return reduce_scatter_erased(detail::erase(in), detail::erase(out), op, options, at);
  }
  /// The result is a new tensor.
  template <readable In>
  future<tensor<element_of<In>>> reduce_scatter(In&& in, reduction op,
                                                const collective_options& options = {},
                                                site at = site::current()) const;

  /// Nobody's future completes before every rank has called.
  future<outcome> barrier(const collective_options& options = {}, site at = site::current()) const;

  /// Sends to one rank, which may be the caller itself. Messages to one rank are matched in the
  /// order of the calls. Small messages, and those to oneself, need no receiver to be complete;
  /// larger ones (64 KiB by default) are complete when received.
  template <readable R>
  future<status> send(R&& data, rank_id to, const p2p_options& options = {},
                      site at = site::current()) const {
    return send_erased(detail::erase(data), to, options, at);
  }

  /// Receives from one rank or `any_source`; the result tells from whom and how much. A longer
  /// message than `into` holds gives `truncated`; another element type gives `mismatch` unless
  /// either side is bytes.
  template <writable R>
  future<status> recv(R&& into, rank_id from = any_source, const p2p_options& options = {},
                      site at = site::current()) const {
    return recv_erased(detail::erase(into), from, options, at);
  }

  /// What a receive would get now, without receiving it.
  std::optional<status> probe(rank_id from = any_source, std::int32_t tag = any_tag) const;

 private:
  using memory = detail::erased_range;
  const detail::communicator_core& core() const;
  buffer allocate_bytes(std::size_t count, std::size_t size) const;
  future<outcome> all_reduce_erased(memory in, memory out, reduction op,
                                    const collective_options& options, site at) const;
  future<outcome> broadcast_erased(memory inout, rank_id root, const collective_options& options,
                                   site at) const;
  future<outcome> reduce_erased(memory in, memory out, reduction op, rank_id root,
                                const collective_options& options, site at) const;
  future<outcome> all_gather_erased(memory in, memory out, const collective_options& options,
                                    site at) const;
  future<outcome> reduce_scatter_erased(memory in, memory out, reduction op,
                                        const collective_options& options, site at) const;
  future<status> send_erased(memory data, rank_id to, const p2p_options& options, site at) const;
  future<status> recv_erased(memory into, rank_id from, const p2p_options& options, site at) const;

  std::shared_ptr<const detail::communicator_core> core_;
};

}  // namespace troupe

#include <troupe/collectives/communicator_owned.hpp>
