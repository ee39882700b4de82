#include "checkpoint.hpp"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace train {

namespace {

constexpr std::array<char, 8> magic{'t', 'r', 'a', 'i', 'n', 'c', 'k', '1'};
constexpr std::size_t digest_size = 64;  // in hexadecimal

void append(std::vector<std::byte>& to, const void* data, std::size_t bytes) {
  const auto* from = static_cast<const std::byte*>(data);
  to.insert(to.end(), from, from + bytes);
}

}  // namespace

std::string sha256(std::span<const std::byte> bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error{"SHA-256 is not available"};
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    constexpr char digits[] = "0123456789abcdef";
    text += digits[digest[i] >> 4];
    text += digits[digest[i] & 15];
  }
  return text;
}

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream file{path, std::ios::binary};
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file)
    throw std::runtime_error{path + " cannot be written (" + std::strerror(errno) +
                             "); see whether its folder exists and has room"};
}

void write_checkpoint(const std::string& path, const checkpoint& what) {
  std::vector<std::byte> bytes;
  append(bytes, magic.data(), magic.size());
  append(bytes, &what.epochs, sizeof what.epochs);
  const std::uint64_t count = what.weights.size();
  append(bytes, &count, sizeof count);
  append(bytes, what.weights.data(), count * sizeof(float));
  append(bytes, what.velocity.data(), count * sizeof(float));
  const auto digest = sha256(bytes);
  append(bytes, digest.data(), digest.size());
  write_file(path + ".new", bytes);
  std::filesystem::rename(path + ".new", path);
}

bool read_checkpoint(const std::string& path, std::size_t weights, checkpoint& into) {
  std::ifstream file{path, std::ios::binary};
  if (!file) return false;
  const std::vector<char> bytes{std::istreambuf_iterator<char>{file}, {}};
  const auto head = magic.size() + sizeof into.epochs + sizeof(std::uint64_t);
  const auto wanted = head + 2 * weights * sizeof(float) + digest_size;
  if (bytes.size() != wanted)
    throw std::runtime_error{path + " has " + std::to_string(bytes.size()) + " bytes, wanted " +
                             std::to_string(wanted) +
                             " for this model; give the --model that it was made with"};
  const auto body = std::as_bytes(std::span{bytes}.first(bytes.size() - digest_size));
  const std::string digest{bytes.end() - digest_size, bytes.end()};
  if (std::memcmp(bytes.data(), magic.data(), magic.size()) != 0 || sha256(body) != digest)
    throw std::runtime_error{path + " is no checkpoint, or is damaged; delete it to begin anew"};
  const auto* at = bytes.data() + magic.size();
  std::memcpy(&into.epochs, at, sizeof into.epochs);
  at = bytes.data() + head;
  into.weights.resize(weights);
  into.velocity.resize(weights);
  std::memcpy(into.weights.data(), at, weights * sizeof(float));
  std::memcpy(into.velocity.data(), at + weights * sizeof(float), weights * sizeof(float));
  return true;
}

}  // namespace train
