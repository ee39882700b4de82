#include <troupe/actors/membership/membership.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace troupe;
using namespace troupe::detail;
using namespace std::chrono_literals;

namespace {

const time_point begin{1h};

membership_options options_of(node_id id, node_id nodes) {
  return {.self = {.id = id,
                   .name = "worker-" + std::to_string(id),
                   .addresses = {"h:" + std::to_string(id)},
                   .first_rank = 2 * id,
                   .ranks = 2},
          .nodes = nodes,
          .ready_timeout = 10s,
          .seed = "10.0.0.1:4711"};
}

/// Nodes whose messages arrive at once; what else they asked for is kept.
struct cluster {
  explicit cluster(node_id nodes) {
    for (node_id id = 0; id < nodes; ++id) add(options_of(id, nodes));
  }
  void add(membership_options options) {
    machines.emplace_back(std::move(options));
    asked.emplace_back();
  }
  void take(node_id at, membership::actions actions) {
    for (auto& each : actions) {
      if (auto* s = std::get_if<wish::send>(&each)) {
        const auto to = static_cast<std::size_t>(s->to);
        if (to < machines.size() && up[to])
          take(s->to, machines[to].message_arrived(at, s->payload));
      } else {
        asked[static_cast<std::size_t>(at)].push_back(std::move(each));
      }
    }
  }
  void start(node_id id) { take(id, machines[static_cast<std::size_t>(id)].start(begin)); }
  void ready(node_id id) { take(id, machines[static_cast<std::size_t>(id)].local_ready()); }
  void tick(node_id id, time_point now) {
    take(id, machines[static_cast<std::size_t>(id)].tick(now));
  }
  template <class Wish>
  const Wish* find(node_id id) const {
    for (const auto& each : asked[static_cast<std::size_t>(id)])
      if (const auto* found = std::get_if<Wish>(&each)) return found;
    return nullptr;
  }
  std::string why(node_id id) const {
    const auto* given_up = find<wish::give_up>(id);
    return given_up != nullptr ? given_up->why.details().what : "";
  }
  std::vector<rank_id> gone(node_id id) const {
    std::vector<rank_id> ranks;
    for (const auto& each : asked[static_cast<std::size_t>(id)])
      if (const auto* found = std::get_if<wish::rank_gone>(&each)) ranks.push_back(found->rank);
    return ranks;
  }
  void all_up() {
    const auto nodes = static_cast<node_id>(machines.size());
    for (node_id id = 0; id < nodes; ++id) start(id);
    for (node_id id = 0; id < nodes; ++id) ready(id);
    for (node_id id = 0; id < nodes; ++id) REQUIRE(find<wish::open>(id) != nullptr);
  }
  membership& operator[](std::size_t i) { return machines[i]; }

  std::vector<membership> machines;
  std::vector<std::vector<membership_action>> asked;
  std::array<bool, 16> up = [] {
    std::array<bool, 16> all{};
    all.fill(true);
    return all;
  }();
};

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Nodes know each other once all have joined, in whatever order") {
  std::vector<node_id> order{0, 1, 2};
  do {
    cluster c{3};
    // A join that comes before its receiver began is what the link's retries are for.
    c.start(0);
    for (const auto id : order)
      if (id != 0) c.start(id);
    for (node_id id = 0; id < 3; ++id) {
      const auto* known = c.find<wish::know>(id);
      REQUIRE(known != nullptr);
      REQUIRE(known->nodes.size() == 3);
      for (node_id i = 0; i < 3; ++i) {
        CHECK(known->nodes[static_cast<std::size_t>(i)].id == i);
        CHECK(known->nodes[static_cast<std::size_t>(i)].first_rank == 2 * i);
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("No node is let go before the last one is ready") {
  cluster c{3};
  for (node_id id = 0; id < 3; ++id) c.start(id);
  c.ready(2);
  c.ready(0);
  for (node_id id = 0; id < 3; ++id) CHECK(c.find<wish::open>(id) == nullptr);
  c.ready(1);
  for (node_id id = 0; id < 3; ++id) CHECK(c.find<wish::open>(id) != nullptr);
}

TEST_CASE("A world that is not complete in time gives up everywhere and names who is missing") {
  cluster c{4};
  c.start(0);
  c.start(2);
  c.tick(0, begin + 9s);
  CHECK(c.why(0).empty());
  c.tick(0, begin + 10s);
  for (const node_id id : {0, 2}) {
    CHECK(contains(c.why(id), "2 of 4 nodes are missing: node 1, node 3; waited 10 s"));
    CHECK(contains(c.why(id), "10.0.0.1:4711"));
  }
}

TEST_CASE("A node that has joined but is never ready is named") {
  cluster c{2};
  c.start(0);
  c.start(1);
  c.ready(0);
  c.tick(0, begin + 10s);
  CHECK(contains(c.why(0), "node 1 (worker-1)"));
  CHECK(contains(c.why(1), "node 1 (worker-1)"));
}

TEST_CASE("A node that hears nothing of the seed gives up by itself") {
  cluster c{2};
  c.up[0] = false;
  c.start(1);
  CHECK(c[1].next_tick() > begin + 10s);
  c.tick(1, c[1].next_tick());
  CHECK(contains(c.why(1), "node 0 at 10.0.0.1:4711 has said nothing"));
}

TEST_CASE("Two nodes of one number are told of each other") {
  cluster c{3};
  c.start(0);
  c.start(1);
  auto twin = options_of(1, 3);
  twin.self.name = "twin";
  membership other{twin};
  c.take(1, other.start(begin));
  CHECK(contains(c.why(0), "two nodes joined as node 1: worker-1 and twin"));
}

TEST_CASE("A node that was told of another number of nodes is refused") {
  cluster c{0};
  c.add(options_of(0, 2));
  c.add(options_of(1, 3));
  c.start(0);
  c.start(1);
  CHECK(contains(c.why(0), "worker-1 was told of 3 nodes, node 0 of 2"));
}

TEST_CASE("Ranks with a gap between nodes are refused") {
  cluster c{0};
  c.add(options_of(0, 2));
  auto apart = options_of(1, 2);
  apart.self.first_rank = 5;
  c.add(apart);
  c.start(0);
  c.start(1);
  CHECK(contains(c.why(0), "worker-1 has ranks from 5, wanted from 2"));
  CHECK(contains(c.why(1), "worker-1 has ranks from 5, wanted from 2"));
}

TEST_CASE("A node that dies before the world has begun ends it for all, by name") {
  cluster c{3};
  for (node_id id = 0; id < 3; ++id) c.start(id);
  c.up[1] = false;
  c.take(0, c[0].link_down(1, {errc::link_failed, "the connection broke"}, false));
  CHECK(contains(c.why(0), "worker-1 was lost before the world had begun: the connection broke"));
  CHECK(contains(c.why(2), "worker-1 was lost"));
}

TEST_CASE("A rank that is over is news to every node, once") {
  cluster c{3};
  c.all_up();
  c.take(1, c[1].rank_over(3, {errc::program_failed, "it threw"}));
  c.take(1, c[1].rank_over(3, {errc::program_failed, "it threw"}));
  for (node_id id = 0; id < 3; ++id) CHECK(c.gone(id) == std::vector<rank_id>{3});
  CHECK(contains(c.find<wish::rank_gone>(2)->why.details().what, "rank 3 failed"));
  CHECK(c.find<wish::rank_gone>(2)->why == errc::peer_failed);
}

TEST_CASE("A node whose link to the hub breaks is gone with all its ranks") {
  cluster c{3};
  c.all_up();
  c.up[2] = false;
  c.take(0, c[0].link_down(2, {errc::link_failed, "reset"}, false));
  for (const node_id id : {0, 1}) CHECK(c.gone(id) == std::vector<rank_id>{4, 5});
  CHECK(contains(c.find<wish::rank_gone>(1)->why.details().what, "lost worker-2"));
}

TEST_CASE("When the hub dies the next node passes news on") {
  cluster c{4};
  c.all_up();
  c.up[0] = false;
  for (const node_id id : {1, 2, 3})
    c.take(id, c[static_cast<std::size_t>(id)].link_down(0, {errc::link_failed, "reset"}, false));
  for (const node_id id : {1, 2, 3}) CHECK(c[static_cast<std::size_t>(id)].hub() == 1);
  c.take(3, c[3].rank_over(6, {}));
  for (const node_id id : {1, 2, 3}) CHECK(c.gone(id) == std::vector<rank_id>{0, 1, 6});
}

TEST_CASE("News that a dying hub told only some reaches the others by its successor") {
  cluster c{4};
  c.all_up();
  c.up[0] = c.up[1] = c.up[2] = false;
  c.take(0, c[0].rank_over(1, {}));  // heard by node 3 alone
  c.up[1] = c.up[2] = true;
  for (const node_id id : {1, 2, 3})
    c.take(id, c[static_cast<std::size_t>(id)].link_down(0, {errc::link_failed, "reset"}, false));
  for (const node_id id : {1, 2, 3}) {
    auto ranks = c.gone(id);
    std::sort(ranks.begin(), ranks.end());
    CHECK(ranks == std::vector<rank_id>{0, 1});
  }
}

TEST_CASE("A node that leaves is gone without having failed") {
  cluster c{3};
  c.all_up();
  c.take(0, c[0].leave());
  for (const node_id id : {1, 2}) {
    CHECK(c.gone(id) == std::vector<rank_id>{0, 1});
    CHECK(c[static_cast<std::size_t>(id)].hub() == 1);
    CHECK(c.find<wish::rank_gone>(id)->why.details().what == "worker-0 has left");
  }
  c.take(1, c[1].link_down(0, {errc::link_failed, "closed"}, true));
  CHECK(c.gone(1).size() == 2);
}
