#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace train {

/// What training needs to go on as if it had never stopped.
struct checkpoint {
  std::int32_t epochs = 0;  ///< that are over
  std::vector<float> weights;
  std::vector<float> velocity;
};

/// Replaces the file as a whole or not at all. Throws std::runtime_error.
void write_checkpoint(const std::string& path, const checkpoint& what);

/// False if there is no such file. Throws std::runtime_error if it is damaged or of another model.
bool read_checkpoint(const std::string& path, std::size_t weights, checkpoint& into);

/// SHA-256 in hexadecimal.
std::string sha256(std::span<const std::byte> bytes);

/// Writes raw bytes. Throws std::runtime_error.
void write_file(const std::string& path, std::span<const std::byte> bytes);

}  // namespace train
