#include <troupe/gpu/device.hpp>
#include <troupe/gpu/driver.hpp>

#include <array>
#include <deque>

namespace troupe {

namespace {

using detail::cuda_driver;

expected<std::vector<device_info>> list(const cuda_driver& driver) {
  int count = 0;
  if (auto failed = driver.check(driver.device_count(&count), "counting devices")) return failed;
  if (count == 0)
    return error{errc::unsupported, "the CUDA driver knows no device",
                 "see whether the machine has one and this process may use it"};
  std::vector<device_info> all;
  for (int i = 0; i < count; ++i) {
    device_info info{.index = i};
    std::array<char, 256> name{};
    if (auto failed = driver.check(driver.device_name(name.data(), int{name.size()} - 1, i),
                                   "asking a device's name"))
      return failed;
    if (auto failed =
            driver.check(driver.device_memory(&info.bytes, i), "asking a device's memory"))
      return failed;
    info.name = name.data();
    all.push_back(std::move(info));
  }
  return all;
}

cuda_driver::pointer address(const std::byte* data) {
  return reinterpret_cast<cuda_driver::pointer>(data);
}

}  // namespace

expected<std::vector<device_info>> devices() {
  const auto driver = detail::load_cuda_driver();
  if (!driver) return driver.error();
  return list(**driver);
}

struct device::state final : public memory_source, public std::enable_shared_from_this<state> {
  struct copying {
    std::uint64_t token;
    void* event;
  };

  ~state() {
    if (context == nullptr) return;
    driver->set_context(context);
    for (const auto& each : running) driver->end_event(each.event);
    if (stream != nullptr) driver->end_stream(stream);
    driver->release_context(info.index);
  }

  memory_kind kind() const override { return memory_kind::device; }
  buffer allocate(std::size_t bytes) override {
    cuda_driver::pointer data = 0;
    if (driver->set_context(context) != 0 || driver->allocate(&data, bytes) != 0) return {};
    return {*this, reinterpret_cast<std::byte*>(data), bytes, shared_from_this()};
  }
  void deallocate(std::byte* data, std::size_t) override {
    driver->set_context(context);
    driver->release(address(data));
  }

  std::shared_ptr<const cuda_driver> driver;
  device_info info;
  void* context = nullptr;
  void* stream = nullptr;
  std::deque<copying> running;
};

device::device(std::shared_ptr<state> made) : state_{std::move(made)} {}
device::~device() = default;

expected<std::unique_ptr<device>> device::open(int index,
                                               std::shared_ptr<const cuda_driver> driver) {
  if (!driver) {
    auto loaded = detail::load_cuda_driver();
    if (!loaded) return loaded.error();
    driver = *std::move(loaded);
  }
  const auto known = list(*driver);
  if (!known) return known.error();
  if (index < 0 || index >= static_cast<int>(known->size()))
    return error{errc::invalid_argument, "there is no device " + std::to_string(index) +
                                             "; this machine has " + std::to_string(known->size())};
  auto s = std::make_shared<state>();
  s->driver = std::move(driver);
  s->info = (*known)[static_cast<std::size_t>(index)];
  const auto& f = *s->driver;
  if (auto failed = f.check(f.retain_context(&s->context, index), "opening the device"))
    return failed;
  if (auto failed = f.check(f.set_context(s->context), "opening the device")) return failed;
  constexpr unsigned non_blocking = 1;
  if (auto failed = f.check(f.make_stream(&s->stream, non_blocking), "making a stream"))
    return failed;
  return std::unique_ptr<device>{new device{std::move(s)}};
}

const device_info& device::info() const {
  return state_->info;
}

memory_source& device::memory() {
  return *state_;
}

expected<void> device::copy(std::byte* to, const std::byte* from, std::size_t bytes,
                            std::uint64_t token) {
  auto& s = *state_;
  const auto& f = *s.driver;
  if (auto failed = f.check(f.set_context(s.context), "using the device")) return failed;
  constexpr unsigned without_timing = 2;
  void* event = nullptr;
  if (auto failed = f.check(f.make_event(&event, without_timing), "making an event")) return failed;
  auto failed = f.check(f.copy(address(to), address(from), bytes, s.stream), "copying");
  if (!failed) failed = f.check(f.record(event, s.stream), "recording an event");
  if (failed) {
    f.end_event(event);
    return failed;
  }
  s.running.push_back({token, event});
  return {};
}

expected<std::vector<std::uint64_t>> device::poll() {
  auto& s = *state_;
  const auto& f = *s.driver;
  constexpr cuda_driver::result not_ready = 600;
  std::vector<std::uint64_t> over;
  if (s.running.empty()) return over;
  if (auto failed = f.check(f.set_context(s.context), "using the device")) return failed;
  while (!s.running.empty()) {
    const auto next = s.running.front();
    const auto code = f.query(next.event);
    if (code == not_ready) break;
    s.running.pop_front();
    f.end_event(next.event);
    if (auto failed = f.check(code, "a copy")) return failed;
    over.push_back(next.token);
  }
  return over;
}

}  // namespace troupe
