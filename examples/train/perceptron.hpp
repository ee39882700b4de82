#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "shard.hpp"

namespace train {

/// A perceptron of fully connected layers with rectifiers between and softmax at the end. Weights
/// and gradients live in the caller's flat memory, the last layer first: in the order in which the
/// backward pass makes the gradients.
class perceptron {
 public:
  explicit perceptron(std::vector<std::size_t> neurons);

  /// Elements of all weights.
  std::size_t size() const { return size_; }

  /// He's random weights, zero biases.
  void initialise(std::span<float> weights, std::uint64_t seed) const;

  /// The mean loss over the batch; keeps what `backward` needs.
  float forward(std::span<const float> weights, const batch& samples);

  /// The gradients of the summed loss, times `scale`. Calls `done(n)` whenever the first n elements
  /// are final. `slice`: about how many elements to make at a time.
  void backward(std::span<const float> weights, const batch& samples, float scale,
                std::span<float> gradients, std::size_t slice,
                const std::function<void(std::size_t)>& done);

  /// After `forward`: how many samples got their label.
  std::size_t correct(const batch& samples) const;

 private:
  struct layer {
    std::size_t inputs, outputs;
    std::size_t offset;              // of its weights, outputs rows of inputs; its biases follow
    std::vector<float> activations;  // of the batch, after the rectifier
    std::vector<float> deltas;
  };
  std::vector<layer> layers_;  // the first layer first
  std::size_t size_ = 0;
};

}  // namespace train
