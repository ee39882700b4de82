#include "perceptron.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <random>

// OpenBLAS has it, other libraries don't: each rank computes with one thread.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace train {

perceptron::perceptron(std::vector<std::size_t> neurons) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  for (std::size_t i = 0; i + 1 < neurons.size(); ++i)
    layers_.push_back({.inputs = neurons[i],
                       .outputs = neurons[i + 1],
                       .offset = 0,
                       .activations = {},
                       .deltas = {}});
  for (auto each = layers_.rbegin(); each != layers_.rend(); ++each) {
    each->offset = size_;
    size_ += (each->inputs + 1) * each->outputs;
  }
}

void perceptron::initialise(std::span<float> weights, std::uint64_t seed) const {
  std::mt19937_64 random{seed};
  for (const auto& each : layers_) {
    const auto spread = std::sqrt(6.0 / static_cast<double>(each.inputs));
    auto* w = weights.data() + each.offset;
    for (std::size_t i = 0; i < each.inputs * each.outputs; ++i)
      w[i] = static_cast<float>((static_cast<double>(random() >> 11) * 0x1p-52 - 1) * spread);
    std::fill_n(w + each.inputs * each.outputs, each.outputs, 0.0F);
  }
}

float perceptron::forward(std::span<const float> weights, const batch& samples) {
  const auto rows = samples.size();
  const auto* input = samples.inputs.data();
  for (auto& each : layers_) {
    each.activations.resize(rows * each.outputs);
    const auto* w = weights.data() + each.offset;
    const auto* bias = w + each.inputs * each.outputs;
    for (std::size_t r = 0; r < rows; ++r)
      std::copy_n(bias, each.outputs, each.activations.data() + r * each.outputs);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(rows),
                static_cast<int>(each.outputs), static_cast<int>(each.inputs), 1, input,
                static_cast<int>(each.inputs), w, static_cast<int>(each.inputs), 1,
                each.activations.data(), static_cast<int>(each.outputs));
    if (&each != &layers_.back())
      for (auto& a : each.activations) a = std::max(a, 0.0F);
    input = each.activations.data();
  }

  // Softmax and cross entropy; the deltas of the last layer are what comes out.
  auto& last = layers_.back();
  last.deltas = last.activations;
  double loss = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const std::span row{last.deltas.data() + r * last.outputs, last.outputs};
    const auto highest = *std::max_element(row.begin(), row.end());
    float sum = 0;
    for (auto& x : row) sum += x = std::exp(x - highest);
    for (auto& x : row) x /= sum;
    auto& right = row[samples.labels[r]];
    loss -= std::log(std::max(right, 1e-30F));
    right -= 1;
  }
  return static_cast<float>(loss / static_cast<double>(std::max<std::size_t>(rows, 1)));
}

void perceptron::backward(std::span<const float> weights, const batch& samples, float scale,
                          std::span<float> gradients, std::size_t slice,
                          const std::function<void(std::size_t)>& done) {
  const auto rows = static_cast<int>(samples.size());
  for (auto i = layers_.size(); i-- > 0;) {
    auto& each = layers_[i];
    const auto in = static_cast<int>(each.inputs), out = static_cast<int>(each.outputs);
    if (i > 0) {
      auto& before = layers_[i - 1];
      before.deltas.resize(before.activations.size());
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, in, out, 1, each.deltas.data(),
                  out, weights.data() + each.offset, in, 0, before.deltas.data(), in);
      for (std::size_t k = 0; k < before.deltas.size(); ++k)
        if (before.activations[k] <= 0) before.deltas[k] = 0;
    }
    const auto* input = i > 0 ? layers_[i - 1].activations.data() : samples.inputs.data();
    auto* g = gradients.data() + each.offset;
    const auto step = std::max<std::size_t>(slice / each.inputs, 1);
    for (std::size_t row = 0; row < each.outputs; row += step) {
      const auto height = std::min(step, each.outputs - row);
      cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, static_cast<int>(height), in, rows,
                  scale, each.deltas.data() + row, out, input, in, 0, g + row * each.inputs, in);
      if (row + height < each.outputs) done(each.offset + (row + height) * each.inputs);
    }
    auto* bias = g + each.inputs * each.outputs;
    for (std::size_t o = 0; o < each.outputs; ++o) {
      float sum = 0;
      for (int r = 0; r < rows; ++r)
        sum += each.deltas[static_cast<std::size_t>(r) * each.outputs + o];
      bias[o] = scale * sum;
    }
    done(each.offset + (each.inputs + 1) * each.outputs);
  }
}

std::size_t perceptron::correct(const batch& samples) const {
  const auto& last = layers_.back();
  std::size_t count = 0;
  for (std::size_t r = 0; r < samples.size(); ++r) {
    const auto* row = last.activations.data() + r * last.outputs;
    count += static_cast<std::size_t>(std::max_element(row, row + last.outputs) - row) ==
             samples.labels[r];
  }
  return count;
}

}  // namespace train
