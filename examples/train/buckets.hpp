#pragma once

#include <troupe/troupe.hpp>

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

namespace train {

/// Gradients that are added up over the ranks bucket by bucket, while the backward pass still makes
/// the later ones.
class buckets {
 public:
  buckets(troupe::communicator world, std::size_t elements, std::size_t bucket,
          troupe::collective_options how)
      : world_{std::move(world)},
        gradients_{world_.allocate<float>(elements)},
        bucket_{bucket},
        how_{how} {}

  std::span<float> gradients() { return gradients_.span(); }
  std::size_t count() const { return (gradients_.size() + bucket_ - 1) / bucket_; }

  /// The first `done` gradients are final: every bucket within them sets out.
  void ready(std::size_t done) {
    const bool all = done == gradients_.size();
    while (sent_ + bucket_ <= done || (all && sent_ < done)) {
      const auto size = std::min(bucket_, gradients_.size() - sent_);
      pending_.push_back(
          world_.all_reduce(gradients_.span().subspan(sent_, size), troupe::sum, how_));
      sent_ += size;
    }
  }

  /// Until all are back. Adds to `waited` how long that took.
  void wait(std::chrono::duration<double>& waited) {
    const auto began = std::chrono::steady_clock::now();
    for (auto& each : pending_) each.get();
    waited += std::chrono::steady_clock::now() - began;
    pending_.clear();
    sent_ = 0;
  }

 private:
  troupe::communicator world_;
  troupe::tensor<float> gradients_;
  std::size_t bucket_;
  troupe::collective_options how_;
  std::size_t sent_ = 0;
  std::vector<troupe::future<troupe::outcome>> pending_;  // over gradients_: destroyed before it
};

}  // namespace train
