#pragma once

// The forms of communicator's calls that own their memory.

#include <troupe/collectives/communicator.hpp>

namespace troupe {

template <element T>
future<tensor<T>> communicator::all_reduce(tensor<T>&& inout, reduction op,
                                           const collective_options& options, site at) const {
  // The memory lives in the continuation until the operation is over.
  auto owned = std::make_unique<tensor<T>>(std::move(inout));
  auto pending = all_reduce(owned->span(), op, options, at);
  return pending.then(
      [owned = std::move(owned)](const outcome&) mutable { return std::move(*owned); });
}

template <element T>
future<tensor<T>> communicator::all_gather(tensor<T>&& block, const collective_options& options,
                                           site at) const {
  auto in = std::make_unique<tensor<T>>(std::move(block));
  auto out =
      std::make_unique<tensor<T>>(allocate<T>(in->size() * static_cast<std::size_t>(size())));
  auto pending = all_gather(in->span(), out->span(), options, at);
  return pending.then([in = std::move(in), out = std::move(out)](const outcome&) mutable {
    return std::move(*out);
  });
}

template <readable In>
future<tensor<element_of<In>>> communicator::reduce_scatter(In&& in, reduction op,
                                                            const collective_options& options,
                                                            site at) const {
  using T = element_of<In>;
  const auto members = static_cast<std::size_t>(size());
  auto out = std::make_unique<tensor<T>>(allocate<T>(std::ranges::size(in) / members));
  auto pending = reduce_scatter(in, out->span(), op, options, at);
  return pending.then([out = std::move(out)](const outcome&) mutable { return std::move(*out); });
}

}  // namespace troupe
