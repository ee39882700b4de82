#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/actors/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace troupe {

namespace detail {
struct cuda_driver;
}

/// A GPU of this machine.
struct device_info {
  int index = 0;
  std::string name{};
  std::size_t bytes = 0;  ///< of its memory
};

/// The devices of this machine.
/// Errors: `unsupported` if there is no driver, or no device.
expected<std::vector<device_info>> devices();

/// One device: its memory, and the copies that run on it.
///
/// Copies are started and complete later, by token, as pulls over links do: an engine can go on
/// with other steps meanwhile. Kernels will complete the same way.
///
/// Threads: one thread at a time; `memory()` from any.
class device {
 public:
  /// Errors: `unsupported` without a driver; `invalid_argument` for an index that no device has;
  /// `gpu_error` if the driver refuses.
  static expected<std::unique_ptr<device>> open(
      int index, std::shared_ptr<const detail::cuda_driver> driver = nullptr);
  ~device();
  device(const device&) = delete;
  device& operator=(const device&) = delete;

  const device_info& info() const;

  /// Memory of the kind `memory_kind::device`. Buffers may outlive the device.
  memory_source& memory();

  /// Starts to copy; either side may be host or device memory. Both stay valid until the token is
  /// over.
  expected<void> copy(std::byte* to, const std::byte* from, std::size_t bytes, std::uint64_t token);

  /// Tokens of the copies that are over, in the order in which they were started.
  expected<std::vector<std::uint64_t>> poll();

 private:
  struct state;
  explicit device(std::shared_ptr<state> made);
  std::shared_ptr<state> state_;
};

}  // namespace troupe
