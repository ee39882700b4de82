#include <troupe/gpu/driver.hpp>

#include <dlfcn.h>

#include <type_traits>

namespace troupe::detail {

namespace {

constexpr auto advice = "install the GPU vendor's driver, or go on without devices";

/// The driver, and the loaded library that it lies in.
struct loaded_driver {
  std::unique_ptr<void, int (*)(void*)> library;
  cuda_driver functions{};
};

}  // namespace

error cuda_driver::check(result code, const std::string& doing) const {
  if (code == 0) return {};
  const char* name = nullptr;
  if (error_name(code, &name) != 0 || name == nullptr) name = "an unknown error";
  return {errc::gpu_error, doing + " failed: " + name + " (" + std::to_string(code) + ')'};
}

expected<std::shared_ptr<const cuda_driver>> load_cuda_driver(const std::string& library) {
  auto loaded = std::make_shared<loaded_driver>(
      loaded_driver{{::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), &::dlclose}, {}});
  if (!loaded->library)
    return error{errc::unsupported, std::string{"no CUDA driver: "} + ::dlerror(), advice};
  auto& f = loaded->functions;
  std::string missing;
  const auto find = [&](auto& function, const char* name) {
    auto* symbol = ::dlsym(loaded->library.get(), name);
    if (symbol == nullptr && missing.empty()) missing = name;
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
  find(f.init, "cuInit");
  find(f.device_count, "cuDeviceGetCount");
  find(f.device_name, "cuDeviceGetName");
  find(f.device_memory, "cuDeviceTotalMem_v2");
  find(f.retain_context, "cuDevicePrimaryCtxRetain");
  find(f.release_context, "cuDevicePrimaryCtxRelease_v2");
  find(f.set_context, "cuCtxSetCurrent");
  find(f.allocate, "cuMemAlloc_v2");
  find(f.release, "cuMemFree_v2");
  find(f.make_stream, "cuStreamCreate");
  find(f.end_stream, "cuStreamDestroy_v2");
  find(f.copy, "cuMemcpyAsync");
  find(f.make_event, "cuEventCreate");
  find(f.end_event, "cuEventDestroy_v2");
  find(f.record, "cuEventRecord");
  find(f.query, "cuEventQuery");
  find(f.error_name, "cuGetErrorName");
  if (!missing.empty())
    return error{errc::unsupported, library + " has no function " + missing, advice};
  if (auto failed = f.check(f.init(0), "starting the CUDA driver"))
    return error{errc::unsupported, failed.details().what, advice};
  return std::shared_ptr<const cuda_driver>{loaded, &loaded->functions};
}

}  // namespace troupe::detail
