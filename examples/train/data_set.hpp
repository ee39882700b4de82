#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace train {

/// Labelled images, as bytes.
struct data_set {
  static constexpr std::size_t pixels = 28 * 28;
  std::vector<std::uint8_t> images;  ///< size() * pixels
  std::vector<std::uint8_t> labels;  ///< 0 … 9

  std::size_t size() const { return labels.size(); }
};

/// Reads `<folder>/<part>-images-idx3-ubyte.gz` and its labels; `part` is "train" or "t10k".
/// Throws std::runtime_error that names the file, what was found and what was wanted.
data_set read_data_set(const std::string& folder, const std::string& part);

}  // namespace train
