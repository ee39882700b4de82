#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace train {

/// What the command line says.
struct options {
  std::string data = "/usr/share/datasets/fashion-mnist";
  int epochs = 5;
  std::size_t global_batch = 256;  ///< samples a step, of all ranks together
  float learning_rate = 0.1F;
  float momentum = 0.9F;
  std::uint64_t seed = 1;
  bool rank_order = false;
  std::string model = "small";
  std::size_t bucket_bytes = 0;  ///< 0: by the model
  std::string weights_out{};
  std::string checkpoint{};
  bool resume = false;
  std::string plot{};
  bool json = false;

  /// Neurons of each layer, the input first.
  std::vector<std::size_t> layers() const;
  std::size_t bucket_elements() const;
};

/// Returns true if the program goes on, otherwise the exit status is in `status`.
bool parse(int argc, char** argv, options& into, int& status);

}  // namespace train
