#include <troupe/troupe.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <chrono>

#include "tests/deploy/nodes.hpp"

using namespace troupe;
using namespace std::chrono_literals;

namespace {

bool contains(const error& e, const std::string& part) {
  INFO(to_string(e));
  return to_string(e).find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("A rank of another node that throws ends what waits for it, by name, within 2 s") {
  std::atomic<int> told{0};
  const auto endings = nodes::run(nodes::set_up({1, 2, 1}), [&](const communicator& world) {
    world.barrier().get();
    if (world.rank() == 3) throw std::runtime_error{"enough"};
    const auto began = std::chrono::steady_clock::now();
    float x = 0;
    const auto result = world.recv(std::span{&x, 1}, 3).result();
    const bool in_time = std::chrono::steady_clock::now() - began < 2s;
    if (!result && result.error() == errc::peer_failed && in_time &&
        result.error().details().peers == std::vector<rank_id>{3})
      ++told;
  });
  CHECK(told == 3);
  CHECK(contains(endings[2].verdicts[0], "enough"));
}

TEST_CASE("A last message is received although its sender has left") {
  for (int i = 0; i < 20; ++i) {
    const auto endings = nodes::run(nodes::set_up({1, 1, 1}), [](const communicator& world) {
      std::array<float, 100> x{};
      // The hub is node 0; what node 2 sends to node 1 goes another way than news of its end.
      if (world.rank() == 2) (void)world.send(x, 1).get();
      if (world.rank() == 1) (void)world.recv(x, 2).get();
    });
    for (const auto& each : endings) {
      REQUIRE(each.verdicts.size() == 1);
      INFO(to_string(each.verdicts[0]));
      CHECK(!each.verdicts[0]);
    }
  }
}

TEST_CASE("A node that is missing is named by all others") {
  auto all = nodes::set_up({1, 1, 1});
  for (auto& each : all) each.ready_timeout = 300ms;
  all.pop_back();
  const auto endings = nodes::run(all, [](const communicator&) {});
  for (const auto& each : endings) CHECK(contains(each.start, "1 of 3 nodes are missing: node 2"));
}

TEST_CASE("A node with another key is not let in, and says so") {
  auto all = nodes::set_up({1, 1});
  for (auto& each : all) each.ready_timeout = 500ms;
  all[1].key = "guessed";
  const auto endings = nodes::run(all, [](const communicator&) {});
  CHECK(contains(endings[0].start, "1 of 2 nodes are missing: node 1"));
  CHECK(contains(endings[1].start, "key"));
}

TEST_CASE("A port that is taken is named") {
  auto all = nodes::set_up({1, 1});
  all[1].listen = all[0].seed;
  all[0].ready_timeout = 300ms;
  const auto endings = nodes::run(all, [](const communicator&) {});
  CHECK(endings[1].start == errc::config_error);
  CHECK(contains(endings[1].start, all[0].seed));
}
