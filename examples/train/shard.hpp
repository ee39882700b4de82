#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data_set.hpp"

namespace train {

/// Samples as a model takes them.
struct batch {
  std::vector<float> inputs;  ///< size() * pixels, about zero mean and unit variance
  std::vector<std::uint8_t> labels;
  std::size_t size() const { return labels.size(); }
};

/// Part `rank` of `ranks` of the range [0, count): the parts follow each other and differ by one.
struct part {
  std::size_t begin, end;
  static part of(std::size_t count, std::size_t ranks, std::size_t rank) {
    return {count * rank / ranks, count * (rank + 1) / ranks};
  }
};

/// One rank's share of the training data: all ranks shuffle alike, each epoch anew, and each takes
/// its part of every global batch.
class shard {
 public:
  shard(const data_set& data, std::size_t global_batch, std::size_t ranks, std::size_t rank,
        std::uint64_t seed);

  /// Global batches an epoch; samples that don't fill one sit the epoch out.
  std::size_t steps() const { return order_.size() / global_batch_; }

  void shuffle(int epoch);
  void take(std::size_t step, batch& into) const;

 private:
  const data_set& data_;
  std::size_t global_batch_;
  part mine_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> order_;
};

/// The samples with these indices.
void gather(const data_set& data, std::span<const std::uint32_t> indices, batch& into);

}  // namespace train
