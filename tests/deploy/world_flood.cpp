#include <catch2/catch.hpp>

#include "tests/deploy/world_support.hpp"

using namespace troupe;
using world_test::checks;

namespace {

/// Sends to a rank that does not receive yet, until a send has to wait; how many did not.
std::size_t sends_before_waiting(const communicator& w, std::span<const std::byte> data,
                                 std::vector<future<status>>& sent, std::size_t at_most) {
  for (std::size_t i = 0; i < at_most; ++i) {
    sent.push_back(w.send(data, 1));
    if (!sent.back().ready()) return i;
  }
  return at_most;
}

}  // namespace

TEST_CASE("A receiver that is slow holds its sender back, whatever the size", "[flood]") {
  const std::size_t bytes = GENERATE(0u, 8u, 24u, 25u, 4096u, 65'536u, 65'537u);
  CAPTURE(bytes);
  // What is copied for all ranks together, and what goes beside headers.
  constexpr std::size_t copied = std::size_t{16} << 20, window = std::size_t{512} << 10;
  const std::size_t most = copied / std::max<std::size_t>(bytes, 64) + window / 64 + 1;
  checks c;
  std::size_t ready = 0;
  world_test::run(2, [&](const communicator& w) {
    std::vector<std::byte> data(bytes, std::byte{7});
    if (w.rank() == 0) {
      std::vector<future<status>> sent;
      ready = sends_before_waiting(w, data, sent, 4 * most);
      w.send(std::span{&ready, 1}, 1, {.tag = 1}).get();
      for (auto& each : sent) c.that(each.result().has_value(), "each is received");
    } else {
      std::size_t expected = 0;
      // A message with another tag overtakes nothing but is found among all the others.
      w.recv(std::span{&expected, 1}, 0, {.tag = 1}).get();
      expected = std::min(expected + 1, 4 * most);
      for (std::size_t i = 0; i < expected; ++i) {
        std::fill(data.begin(), data.end(), std::byte{0});
        w.recv(data, 0).get();
        if (i % 1000 == 0)
          c.that(std::all_of(data.begin(), data.end(), [](auto b) { return b == std::byte{7}; }),
                 "and is right");
      }
    }
  });
  c.require_all();
  CHECK(ready <= most);
  if (bytes <= 65'536) CHECK(ready > 10);
}
