#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace troupe {

/// Where memory lives, which decides what a link can do with it.
enum class memory_kind : std::uint8_t {
  host,        ///< any memory of the process
  shared,      ///< mappable by the peers on this machine
  registered,  ///< pinned for a network card
  device,      ///< on a GPU
};

class buffer;

/// Gives and takes back owned memory. Threads: may be used from any thread.
class memory_source {
 public:
  virtual memory_kind kind() const = 0;
  /// At least `bytes` bytes aligned to 64, zeroed or not; an empty buffer if there is no room.
  virtual buffer allocate(std::size_t bytes) = 0;

 protected:
  friend class buffer;
  ~memory_source() = default;
  virtual void deallocate(std::byte* data, std::size_t bytes) = 0;
};

/// Owned, untyped memory; gives itself back to its source. Move-only.
class buffer {
 public:
  buffer() = default;
  /// `keep_alive` holds whatever `source` needs to outlive the buffer.
  buffer(memory_source& source, std::byte* data, std::size_t bytes,
         std::shared_ptr<void> keep_alive = {})
      : source_{&source}, data_{data}, size_{bytes}, keep_alive_{std::move(keep_alive)} {}
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(buffer&& other) noexcept {
    buffer moved{std::move(other)};
    swap(moved);
    return *this;
  }
  ~buffer() {
    if (source_ != nullptr) source_->deallocate(data_, size_);
  }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  memory_kind kind() const { return source_ != nullptr ? source_->kind() : memory_kind::host; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  void swap(buffer& other) noexcept {
    std::swap(source_, other.source_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(keep_alive_, other.keep_alive_);
  }

  memory_source* source_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::shared_ptr<void> keep_alive_;
};

/// Plain memory of the process, 64-byte aligned. Lives for ever.
memory_source& host_memory();

}  // namespace troupe
