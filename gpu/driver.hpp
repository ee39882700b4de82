#pragma once

#include <troupe/actors/expected.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace troupe::detail {

/// The CUDA driver's functions that are used, loaded at run time: neither building nor running
/// needs CUDA. Names and types are the driver's, its handles as plain pointers and numbers.
struct cuda_driver {
  using result = int;  // CUDA_SUCCESS is 0, CUDA_ERROR_NOT_READY 600
  using pointer = unsigned long long;

  result (*init)(unsigned);
  result (*device_count)(int*);
  result (*device_name)(char*, int, int);
  result (*device_memory)(std::size_t*, int);
  result (*retain_context)(void**, int);
  result (*release_context)(int);
  result (*set_context)(void*);
  result (*allocate)(pointer*, std::size_t);
  result (*release)(pointer);
  result (*make_stream)(void**, unsigned);
  result (*end_stream)(void*);
  result (*copy)(pointer, pointer, std::size_t, void*);
  result (*make_event)(void**, unsigned);
  result (*end_event)(void*);
  result (*record)(void*, void*);
  result (*query)(void*);
  result (*error_name)(result, const char**);

  /// What went wrong, as an error; ok for 0.
  error check(result code, const std::string& doing) const;
};

/// Loads and initialises the driver. `library` is what the loader is asked for.
///
/// Errors: `unsupported` if there is no driver or no device, and what to do.
expected<std::shared_ptr<const cuda_driver>> load_cuda_driver(
    const std::string& library = "libcuda.so.1");

}  // namespace troupe::detail
