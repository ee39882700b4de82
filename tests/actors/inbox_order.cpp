#include <troupe/actors/link/inbox.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <thread>

using troupe::frame;
using troupe::detail::inbox;

namespace {

struct taken {
  frame header;
  std::vector<std::byte> payload;
};

std::vector<taken> drain(inbox& from) {
  std::vector<taken> all;
  from.drain([&](const frame& header, std::span<const std::byte> payload) {
    all.push_back({header, {payload.begin(), payload.end()}});
  });
  return all;
}

frame numbered(std::int32_t writer, std::uint64_t number) {
  frame f;
  f.source = writer;
  f.sequence = number;
  return f;
}

std::vector<std::byte> pattern(std::size_t size, std::uint64_t seed) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(seed * 31 + i);
  return bytes;
}

}  // namespace

TEST_CASE("An empty inbox gives nothing and says so", "[inbox]") {
  inbox box;
  CHECK_FALSE(box.has_frames());
  CHECK(drain(box).empty());
  CHECK_FALSE(box.drain([](const frame&, std::span<const std::byte>) {}));
}

TEST_CASE("A frame comes out as it went in, whatever its payload's size", "[inbox]") {
  const std::size_t size = GENERATE(0u, 1u, 24u, 25u, 4096u);
  inbox box;
  const auto sent = pattern(size, 7);
  box.push(numbered(3, 9), sent);
  CHECK(box.has_frames());
  const auto all = drain(box);
  REQUIRE(all.size() == 1);
  CHECK(all[0].header.source == 3);
  CHECK(all[0].header.sequence == 9);
  CHECK(all[0].payload == sent);
  CHECK_FALSE(box.has_frames());
}

TEST_CASE("The writer's memory is its own again after push", "[inbox]") {
  inbox box;
  auto bytes = pattern(100, 1);
  box.push(numbered(0, 0), bytes);
  bytes.assign(bytes.size(), std::byte{0xff});
  CHECK(drain(box)[0].payload == pattern(100, 1));
}

TEST_CASE("Frames beyond the ring are kept in order, with their payload", "[inbox]") {
  inbox box;
  constexpr std::uint64_t many = 5000;
  for (std::uint64_t i = 0; i < many; ++i) box.push(numbered(0, i), pattern(i % 40, i));
  CHECK(box.has_frames());
  const auto all = drain(box);
  REQUIRE(all.size() == many);
  for (std::uint64_t i = 0; i < many; ++i) {
    REQUIRE(all[i].header.sequence == i);
    REQUIRE(all[i].payload == pattern(i % 40, i));
  }
}

TEST_CASE("After an overflow the ring is used again", "[inbox]") {
  inbox box;
  for (int round = 0; round < 5; ++round) {
    for (std::uint64_t i = 0; i < 1000; ++i) box.push(numbered(0, i), {});
    REQUIRE(drain(box).size() == 1000);
    box.push(numbered(0, 0), {});
    REQUIRE(drain(box).size() == 1);
    CHECK_FALSE(box.has_frames());
  }
}

TEST_CASE("What the reader's own work pushes is drained as well", "[inbox]") {
  inbox box;
  box.push(numbered(0, 3), {});
  int seen = 0;
  box.drain([&](const frame& f, std::span<const std::byte>) {
    ++seen;
    if (f.sequence > 0) box.push(numbered(0, f.sequence - 1), {});
  });
  CHECK(seen == 4);
}

TEST_CASE("Frames of each of many writers arrive once and in order", "[inbox]") {
  inbox box;
  constexpr int writers = 6;
  constexpr std::uint64_t each = 20'000;
  std::vector<std::thread> threads;
  for (int w = 0; w < writers; ++w)
    threads.emplace_back([&box, w] {
      for (std::uint64_t i = 0; i < each; ++i) box.push(numbered(w, i), pattern(i % 60, i));
    });
  std::vector<std::uint64_t> next(writers, 0);
  std::uint64_t total = 0;
  int wrong = 0;
  while (total < writers * each) {
    const bool any = box.drain([&](const frame& f, std::span<const std::byte> payload) {
      auto& wanted = next[static_cast<std::size_t>(f.source)];
      wrong += f.sequence != wanted++;
      wrong += payload.size() != f.sequence % 60;
      ++total;
    });
    // A slow reader now and then, so that the ring runs over.
    if (!any || total % 1024 < 8) std::this_thread::yield();
  }
  for (auto& t : threads) t.join();
  CHECK(wrong == 0);
  CHECK(total == writers * each);
  CHECK_FALSE(box.has_frames());
}
