#include <troupe/transports/in_process/lease_table.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <cstring>
#include <set>
#include <thread>

using troupe::region_key;
using troupe::detail::lease_table;

namespace {

std::span<const std::byte> bytes_of(const std::vector<int>& values) {
  return std::as_bytes(std::span{values});
}

}  // namespace

TEST_CASE("An exposed region shows its memory until it is revoked", "[leases]") {
  lease_table table;
  const std::vector<int> values{1, 2, 3};
  const auto key = table.expose(bytes_of(values));
  std::span<const std::byte> seen;
  REQUIRE(table.acquire(key, seen));
  CHECK(seen.data() == bytes_of(values).data());
  CHECK(seen.size() == 12);
  table.release(key);
  table.revoke(key);
  CHECK_FALSE(table.acquire(key, seen));
}

TEST_CASE("Keys that nobody gave out open nothing", "[leases]") {
  lease_table table;
  std::span<const std::byte> seen;
  CHECK_FALSE(table.acquire(0, seen));
  CHECK_FALSE(table.acquire(1, seen));
  CHECK_FALSE(table.acquire(~region_key{0}, seen));
  const std::vector<int> values{1};
  const auto key = table.expose(bytes_of(values));
  CHECK_FALSE(table.acquire(key + 1, seen));
  CHECK_FALSE(table.acquire(key + 2, seen));
  CHECK_FALSE(table.acquire(key ^ (region_key{1} << 40), seen));
  table.revoke(key + 2);  // no region: nothing happens
  CHECK(table.acquire(key, seen));
  table.release(key);
}

TEST_CASE("Revoking twice is harmless", "[leases]") {
  lease_table table;
  const std::vector<int> values{1}, others{2};
  const auto key = table.expose(bytes_of(values));
  table.revoke(key);
  table.revoke(key);
  const auto next = table.expose(bytes_of(others));
  table.revoke(key);
  std::span<const std::byte> seen;
  REQUIRE(table.acquire(next, seen));
  CHECK(seen.data() == bytes_of(others).data());
  table.release(next);
}

TEST_CASE("An old key never reaches what its slot holds now", "[leases]") {
  lease_table table;
  const std::vector<int> values{1};
  std::set<region_key> used;
  for (int i = 0; i < 2000; ++i) {
    const auto key = table.expose(bytes_of(values));
    REQUIRE(used.insert(key).second);
    table.revoke(key);
  }
  std::span<const std::byte> seen;
  for (const auto key : used) REQUIRE_FALSE(table.acquire(key, seen));
}

TEST_CASE("Thousands of regions live side by side", "[leases]") {
  lease_table table;
  const std::vector<int> values(3000, 7);
  std::vector<region_key> keys;
  for (std::size_t i = 0; i < values.size(); ++i)
    keys.push_back(table.expose(bytes_of(values).subspan(4 * i, 4)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::span<const std::byte> seen;
    REQUIRE(table.acquire(keys[i], seen));
    REQUIRE(seen.data() == bytes_of(values).data() + 4 * i);
    table.release(keys[i]);
    table.revoke(keys[i]);
  }
}

TEST_CASE("Revoking waits for the reader that is inside", "[leases]") {
  lease_table table;
  std::vector<int> values{1};
  const auto key = table.expose(bytes_of(values));
  std::span<const std::byte> seen;
  REQUIRE(table.acquire(key, seen));
  std::atomic<bool> revoked{false};
  std::thread owner{[&] {
    table.revoke(key);
    revoked = true;
    values[0] = 99;
  }};
  // New readers are turned away as soon as the owner wants it back, while this one still reads.
  std::span<const std::byte> other;
  while (table.acquire(key, other)) {
    table.release(key);
    std::this_thread::yield();
  }
  CHECK_FALSE(revoked);
  int read = 0;
  std::memcpy(&read, seen.data(), sizeof read);
  CHECK(read == 1);
  table.release(key);
  owner.join();
  CHECK(revoked);
}

TEST_CASE("No reader sees memory after it was revoked, whatever the race", "[leases]") {
  lease_table table;
  std::atomic<region_key> current{0};
  std::atomic<bool> stop{false};
  std::atomic<long> wrong{0}, reads{0};
  std::vector<std::thread> readers;
  for (int t = 0; t < 3; ++t)
    readers.emplace_back([&] {
      while (!stop) {
        const auto key = current.load();
        std::span<const std::byte> seen;
        if (!table.acquire(key, seen)) continue;
        long values[2];
        std::memcpy(values, seen.data(), sizeof values);
        if (values[0] != values[1]) ++wrong;
        ++reads;
        table.release(key);
      }
    });
  for (long round = 0; round < 3000 || (reads == 0 && round < 10'000'000); ++round) {
    std::vector<long> memory{round, round};
    const auto key = table.expose(std::as_bytes(std::span{memory}));
    current = key;
    if (round % 8 == 0) std::this_thread::yield();
    table.revoke(key);
    memory[0] = -1;  // its owner's again: a reader here is a race that the sanitizer sees
    memory[1] = -2;
  }
  stop = true;
  for (auto& each : readers) each.join();
  CHECK(wrong == 0);
  CHECK(reads > 0);
}
