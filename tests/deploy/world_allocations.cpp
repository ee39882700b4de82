#include <catch2/catch.hpp>

#include <array>
#include <barrier>
#include <cstdlib>
#include <new>

#include "tests/deploy/world_support.hpp"

using namespace troupe;

namespace {

// Counts only while a test has switched it on, for the whole process: the program's ranks, its
// progress thread and its actors alike.
std::atomic<bool> counting{false};
std::atomic<long> allocations{0};

void* counted(std::size_t bytes, std::size_t alignment) {
  if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1);
  void* memory =
      alignment > alignof(std::max_align_t)
          ? std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)
          : std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc{};
  return memory;
}

/// Calls that find their engine at work for somebody else, whose thread was preempted in the middle
/// of it, are left with it as copies: none on a quiet machine, one in eight was seen on a busy one.
/// An allocation in each call of each rank would be four times this limit.
constexpr long collisions(long calls) {
  return calls / 2;
}

/// Runs `work` on all ranks, first for warming up, then counting. Nobody counts before all are
/// warm, or stops while somebody is at work.
template <class Work>
long allocations_of(rank_id ranks, int times, Work work) {
  allocations = 0;
  std::barrier all{ranks};
  world_test::run(ranks, [&](const communicator& w) {
    for (int i = 0; i < times; ++i) work(w);
    all.arrive_and_wait();
    counting = true;
    all.arrive_and_wait();
    for (int i = 0; i < times; ++i) work(w);
    all.arrive_and_wait();
    counting = false;
    all.arrive_and_wait();
  });
  return allocations;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return counted(bytes, 0);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return counted(bytes, 0);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

TEST_CASE("The count sees what a rank allocates", "[allocations]") {
  CHECK(allocations_of(2, 10, [](const communicator&) { delete new int{1}; }) >= 20);
}

TEST_CASE("Small messages allocate nothing once warm", "[allocations]") {
  const std::size_t bytes = GENERATE(8u, 24u);
  CAPTURE(bytes);
  CHECK(allocations_of(2, 3000, [&](const communicator& w) {
          std::array<std::byte, 24> memory{};
          const auto data = std::span{memory}.first(bytes);
          if (w.rank() == 0) {
            w.send(data, 1).get();
            w.recv(data, 1).get();
          } else {
            w.recv(data, 0).get();
            w.send(data, 0).get();
          }
        }) <= collisions(3000));
}

TEST_CASE("A small all_reduce allocates nothing once warm", "[allocations]") {
  const rank_id ranks = GENERATE(2, 3, 4);
  CAPTURE(ranks);
  CHECK(allocations_of(ranks, 2000, [](const communicator& w) {
          std::array<float, 2> values{1.0f, 2.0f};
          w.all_reduce(values, sum).get();
        }) <= collisions(2000));
}

TEST_CASE("A barrier allocates nothing once warm", "[allocations]") {
  CHECK(allocations_of(3, 2000, [](const communicator& w) { w.barrier().get(); }) <=
        collisions(2000));
}
