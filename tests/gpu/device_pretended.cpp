// A driver that pretends: memory is the host's, and a copy is over when it is asked for twice.

#include <troupe/gpu/device.hpp>
#include <troupe/gpu/driver.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>
#include <cstring>
#include <map>

using namespace troupe;
using troupe::detail::cuda_driver;

namespace {

struct pretended {
  int devices = 1;
  int contexts = 0, allocations = 0, streams = 0, events = 0;
  bool refuse_memory = false;
  std::map<void*, int> asked;
};
pretended* now = nullptr;

std::shared_ptr<const cuda_driver> pretend(pretended& state) {
  now = &state;
  auto d = std::make_shared<cuda_driver>();
  d->init = [](unsigned) { return 0; };
  d->device_count = [](int* count) { return *count = now->devices, 0; };
  d->device_name = [](char* name, int, int) { return std::strcpy(name, "pretended"), 0; };
  d->device_memory = [](std::size_t* bytes, int) { return *bytes = 1 << 20, 0; };
  d->retain_context = [](void** context, int) { return *context = now, ++now->contexts, 0; };
  d->release_context = [](int) { return --now->contexts, 0; };
  d->set_context = [](void*) { return 0; };
  d->allocate = [](cuda_driver::pointer* data, std::size_t bytes) {
    if (now->refuse_memory) return 2;
    *data = reinterpret_cast<cuda_driver::pointer>(std::malloc(bytes));
    return ++now->allocations, 0;
  };
  d->release = [](cuda_driver::pointer data) {
    std::free(reinterpret_cast<void*>(data));
    return --now->allocations, 0;
  };
  d->make_stream = [](void** stream, unsigned) { return *stream = now, ++now->streams, 0; };
  d->end_stream = [](void*) { return --now->streams, 0; };
  d->copy = [](cuda_driver::pointer to, cuda_driver::pointer from, std::size_t bytes, void*) {
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
    return 0;
  };
  d->make_event = [](void** event, unsigned) { return *event = std::malloc(1), ++now->events, 0; };
  d->end_event = [](void* event) { return std::free(event), --now->events, 0; };
  d->record = [](void*, void*) { return 0; };
  d->query = [](void* event) { return now->asked[event]++ == 0 ? 600 : 0; };
  d->error_name = [](int, const char** name) { return *name = "CUDA_ERROR_PRETENDED", 0; };
  return d;
}

}  // namespace

TEST_CASE("Without a driver the error says so and what to do") {
  const auto driver = detail::load_cuda_driver("libno-such-driver.so.1");
  REQUIRE(!driver);
  CHECK(driver.error() == errc::unsupported);
  CHECK(to_string(driver.error()).find("libno-such-driver.so.1") != std::string::npos);
  CHECK(to_string(driver.error()).find("go on without devices") != std::string::npos);
}

TEST_CASE("A library that is no driver is refused by the function that it lacks") {
  const auto driver = detail::load_cuda_driver("libc.so.6");
  REQUIRE(!driver);
  CHECK(driver.error().details().what == "libc.so.6 has no function cuInit");
}

TEST_CASE("A device gives memory of its kind and takes all of it back") {
  pretended state;
  {
    auto opened = device::open(0, pretend(state));
    REQUIRE(opened);
    CHECK((*opened)->info().name == "pretended");
    auto memory = (*opened)->memory().allocate(100);
    REQUIRE(memory);
    CHECK(memory.kind() == memory_kind::device);
    opened->reset();  // the buffer outlives it
    CHECK(state.contexts == 1);
  }
  CHECK(state.contexts == 0);
  CHECK(state.allocations == 0);
  CHECK(state.streams == 0);
}

TEST_CASE("A device that has no room gives an empty buffer") {
  pretended state;
  state.refuse_memory = true;
  auto opened = device::open(0, pretend(state));
  REQUIRE(opened);
  CHECK(!(*opened)->memory().allocate(100));
}

TEST_CASE("Copies complete by token, in order, and not before they are over") {
  pretended state;
  {
    auto opened = device::open(0, pretend(state));
    REQUIRE(opened);
    auto& d = **opened;
    auto there = d.memory().allocate(4);
    std::array<std::byte, 4> data{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}}, back{};
    REQUIRE(d.copy(there.data(), data.data(), 4, 11));
    REQUIRE(d.copy(back.data(), there.data(), 4, 12));
    CHECK(d.poll().value().empty());
    CHECK(d.poll().value() == std::vector<std::uint64_t>{11});
    CHECK(d.poll().value() == std::vector<std::uint64_t>{12});
    CHECK(back == data);
    REQUIRE(d.copy(back.data(), there.data(), 4, 13));  // still running when the device goes
  }
  CHECK(state.events == 0);
}

TEST_CASE("A device that is not there is named with what there is") {
  pretended state;
  const auto opened = device::open(3, pretend(state));
  REQUIRE(!opened);
  CHECK(opened.error().details().what == "there is no device 3; this machine has 1");
  state.devices = 0;
  const auto none = device::open(0, pretend(state));
  REQUIRE(!none);
  CHECK(none.error() == errc::unsupported);
}
