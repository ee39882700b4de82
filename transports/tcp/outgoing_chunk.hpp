#pragma once

#include <troupe/transports/tcp/regions.hpp>
#include <troupe/transports/tcp/wire.hpp>

#include <sys/types.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace troupe::detail::tcp {

/// The one piece of exposed memory that is being written to the stream, straight from where it
/// lies. A chunk that was begun must be finished, or the stream would be torn; so whoever revokes
/// the region meanwhile copies the rest and lets the memory go.
///
/// Threads: `keep` from any thread; the others belong to the holder of the write turn.
class outgoing_chunk {
 public:
  bool busy() const { return busy_; }

  /// Begins the next chunk of a pull, `sent` bytes of which were begun before. False if the region
  /// isn't exposed, or doesn't hold all that was asked for.
  bool begin(const regions& from, const pull_request& asked, std::uint64_t sent,
             std::uint32_t length);

  /// Writes what the kernel takes; -1 with errno otherwise.
  ssize_t write(int fd);

  /// After this the region's memory is not read any more. It has been revoked already.
  void keep(region_key key);

  void drop();

 private:
  void forget();

  std::mutex mutex_;  // held for one checksum or one non-blocking write of a chunk
  std::atomic<region_key> key_{0};
  bool busy_ = false;
  std::array<std::byte, sizeof(record_header) + sizeof(pull_data)> head_;
  std::span<const std::byte> head_left_{};
  std::span<const std::byte> data_left_{};
  std::unique_ptr<std::byte[]> kept_;
};

}  // namespace troupe::detail::tcp
