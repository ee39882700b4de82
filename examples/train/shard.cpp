#include "shard.hpp"

#include <numeric>
#include <random>

namespace train {

namespace {

// Mean and deviation of Fashion-MNIST's pixels.
constexpr float mean = 0.2860F * 255, deviation = 0.3530F * 255;

}  // namespace

void gather(const data_set& data, std::span<const std::uint32_t> indices, batch& into) {
  into.inputs.resize(indices.size() * data_set::pixels);
  into.labels.resize(indices.size());
  auto* to = into.inputs.data();
  for (std::size_t i = 0; i < indices.size(); ++i) {
    into.labels[i] = data.labels[indices[i]];
    const auto* from = data.images.data() + indices[i] * data_set::pixels;
    for (std::size_t p = 0; p < data_set::pixels; ++p)
      *to++ = (static_cast<float>(from[p]) - mean) / deviation;
  }
}

shard::shard(const data_set& data, std::size_t global_batch, std::size_t ranks, std::size_t rank,
             std::uint64_t seed)
    : data_{data},
      global_batch_{global_batch},
      mine_{part::of(global_batch, ranks, rank)},
      seed_{seed},
      order_(data.size()) {}

void shard::shuffle(int epoch) {
  std::iota(order_.begin(), order_.end(), 0U);
  std::mt19937_64 random{seed_ * 1'000'003 + static_cast<std::uint64_t>(epoch)};
  // Written out: the standard leaves open what std::shuffle does with its numbers.
  for (auto i = order_.size() - 1; i > 0; --i) std::swap(order_[i], order_[random() % (i + 1)]);
}

void shard::take(std::size_t step, batch& into) const {
  const std::span all{order_};
  gather(data_, all.subspan(step * global_batch_ + mine_.begin, mine_.end - mine_.begin), into);
}

}  // namespace train
