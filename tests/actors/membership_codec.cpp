#include <troupe/actors/membership/message.hpp>

#include <catch2/catch.hpp>

#include <random>

using namespace troupe;
using namespace troupe::detail;

namespace {

node_info some_node(node_id id) {
  return {.id = id,
          .name = "worker-" + std::to_string(id),
          .addresses = {"10.0.0.1:4711", "[fd00::1]:4711"},
          .machine = "machine",
          .local_socket = "@socket",
          .first_rank = 2 * id,
          .ranks = 2};
}

void check_equal(const node_info& a, const node_info& b) {
  CHECK(a.id == b.id);
  CHECK(a.name == b.name);
  CHECK(a.addresses == b.addresses);
  CHECK(a.machine == b.machine);
  CHECK(a.local_socket == b.local_socket);
  CHECK(a.first_rank == b.first_rank);
  CHECK(a.ranks == b.ranks);
}

template <class M>
M round_trip(const M& m) {
  const auto parts = encode(m);
  REQUIRE(parts.size() == 1);
  return std::get<M>(decode(parts[0]).value());
}

std::vector<std::vector<std::byte>> one_of_each() {
  std::vector<std::vector<std::byte>> all;
  for (const control_message& m :
       {control_message{told::join{some_node(3), 4}},
        control_message{told::roster{2, {some_node(0), some_node(1)}}},
        control_message{told::ready{}}, control_message{told::go{}},
        control_message{told::give_up{"node 3 is missing"}},
        control_message{told::news{{{.id = 5, .failed = true, .text = "rank 5 failed"}}}}})
    for (auto& part : encode(m)) all.push_back(std::move(part));
  return all;
}

}  // namespace

TEST_CASE("Membership messages are read as they were written") {
  const auto join = round_trip(told::join{some_node(3), 4});
  check_equal(join.who, some_node(3));
  CHECK(join.nodes == 4);
  const auto roster = round_trip(told::roster{2, {some_node(0), some_node(1)}});
  CHECK(roster.total == 2);
  REQUIRE(roster.nodes.size() == 2);
  check_equal(roster.nodes[1], some_node(1));
  CHECK(round_trip(told::give_up{"why"}).text == "why");
  const departure gone{
      .what = departure::of::node, .id = 5, .failed = true, .text = "lost worker-5"};
  CHECK(round_trip(told::news{{gone}}).gone == std::vector{gone});
  round_trip(told::ready{});
  round_trip(told::go{});
}

TEST_CASE("A roster of a thousand nodes travels in parts that fit a frame") {
  told::roster all{1000, {}};
  for (node_id id = 0; id < 1000; ++id) all.nodes.push_back(some_node(id));
  const auto parts = encode(all);
  CHECK(parts.size() > 1);
  std::size_t found = 0;
  for (const auto& part : parts) {
    CHECK(part.size() <= largest_control_message);
    const auto read = std::get<told::roster>(decode(part).value());
    CHECK(read.total == 1000);
    for (const auto& each : read.nodes) CHECK(each.id == static_cast<node_id>(found++));
  }
  CHECK(found == 1000);
}

TEST_CASE("A text that is too long is cut") {
  CHECK(round_trip(told::give_up{std::string(100'000, 'x')}).text.size() == 2048);
}

TEST_CASE("A message of another version is refused by both versions' numbers") {
  auto bytes = encode(told::go{})[0];
  bytes[0] = std::byte{9};
  const auto read = decode(bytes);
  REQUIRE(!read);
  CHECK(read.error() == errc::protocol_error);
  CHECK(read.error().details().what.find("version 9, wanted version 1") != std::string::npos);
}

TEST_CASE("Cut, prolonged and unknown membership messages are errors") {
  for (const auto& whole : one_of_each()) {
    for (std::size_t size = 0; size < whole.size(); ++size)
      CHECK(!decode(std::span{whole}.first(size)));
    auto longer = whole;
    longer.push_back(std::byte{0});
    CHECK(!decode(longer));
    auto unknown = whole;
    unknown[1] = std::byte{77};
    CHECK(!decode(unknown));
  }
}

TEST_CASE("Any bytes are read as a membership message or refused") {
  std::mt19937_64 random{20};
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::byte> bytes(random() % 200);
    for (auto& b : bytes) b = static_cast<std::byte>(random());
    if (!bytes.empty()) bytes[0] = std::byte{1};
    if (bytes.size() > 1) bytes[1] = static_cast<std::byte>(random() % 8);
    const auto read = decode(bytes);
    if (read) CHECK(encode(*read).size() >= 1);
  }
  const auto seeds = one_of_each();
  for (int i = 0; i < 20'000; ++i) {
    auto bytes = seeds[random() % seeds.size()];
    bytes[random() % bytes.size()] ^= static_cast<std::byte>(1U << (random() % 8));
    const auto read = decode(bytes);
    if (!read) CHECK(read.error() == errc::protocol_error);
  }
}
