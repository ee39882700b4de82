#include <troupe/deploy/configuration/cluster.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

namespace {

using troupe::parse_cluster;
using troupe::setup_of;

troupe::cluster parsed(std::string_view text) {
  auto all = parse_cluster(text, "c.ini");
  if (!all) FAIL(troupe::to_string(all.error()));
  return *std::move(all);
}

std::filesystem::path sample() {
  return std::filesystem::path{__FILE__}.parent_path() /
         "../../deploy/configuration/cluster.sample.ini";
}

constexpr auto three_nodes = R"(
[troupe]
nodes = [ { name = "a", listen = "127.0.0.1:4000", ranks = 4 },
          { name = "b", listen = "127.0.0.1:0" },
          { name = "c", listen = "[::1]:0", ranks = 2 } ]
)";

}  // namespace

TEST_CASE("the sample file says what its comments say") {
  const auto all = troupe::read_cluster(sample());
  if (!all) FAIL(troupe::to_string(all.error()));
  CHECK(all->job == "train");
  CHECK(std::filesystem::path{all->key_file}.filename() == "job.key");
  CHECK(std::filesystem::equivalent(std::filesystem::path{all->key_file}.parent_path(),
                                    sample().parent_path()));
  CHECK_FALSE(all->link);
  CHECK(all->ready_timeout == std::chrono::seconds{30});
  CHECK(all->defaults.deadline == std::chrono::seconds{10});
  CHECK(all->defaults.order == troupe::order::any);
  CHECK(all->defaults.algorithm == troupe::algorithm::automatic);
  REQUIRE(all->nodes.size() == 3);
  CHECK(all->nodes[0].name == "alpha");
  CHECK(all->nodes[0].listen == "10.0.0.1:4000");
  CHECK(all->nodes[0].ranks == 4);
  CHECK(all->nodes[2].name == "gamma");
  CHECK(all->nodes[2].listen == "[fd00::3]:0");
  CHECK(all->nodes[2].ranks == 2);
}

TEST_CASE("ranks follow the order of the nodes") {
  const auto all = parsed(three_nodes);
  const auto b = setup_of(all, "b");
  REQUIRE(b);
  CHECK(b->self == 1);
  CHECK(b->nodes == 3);
  CHECK(b->first_rank == 4);
  CHECK(b->ranks == 1);
  CHECK(b->local_ranks == 5);
  CHECK(b->seed == "127.0.0.1:4000");
  CHECK(b->listen == "127.0.0.1:0");
  const auto c = setup_of(all, "c");
  REQUIRE(c);
  CHECK(c->first_rank == 5);
  CHECK(c->ranks == 2);
}

TEST_CASE("a cluster file may write its section as a group") {
  const auto all = parsed(R"(troupe {
    defaults = { algorithm = "ring" }
    link = "tcp"
    nodes = [ { name = "a", listen = "localhost:0" } ]
  })");
  CHECK(all.defaults.algorithm == troupe::algorithm::ring);
  CHECK(all.link == troupe::link_class::tcp);
  CHECK(all.nodes.front().ranks == 1);
}

TEST_CASE("a section may be continued after others") {
  const auto all =
      parsed("[troupe]\njob = \"x\"\n[logger]\nverbosity = 'trace'\n" + std::string{three_nodes});
  CHECK(all.job == "x");
  CHECK(all.nodes.size() == 3);
}

TEST_CASE("a node that the file doesn't name is answered with the nearest") {
  const auto all = parse_cluster(R"([troupe]
nodes = [ { name = "alpha", listen = "localhost:1" }, { name = "beta", listen = "localhost:2" } ])",
                                 "c.ini");
  REQUIRE(all);
  const auto none = setup_of(*all, "bteta");
  REQUIRE_FALSE(none);
  CHECK(none.error() == troupe::errc::config_error);
  CHECK(none.error().details().what ==
        "the node's name is 'bteta', wanted one of alpha, beta in c.ini");
  CHECK(none.error().details().advice == "did you mean beta?");
}

TEST_CASE("a file that can't be read is an error that names it") {
  for (const std::string path : {"/nonexistent/c.ini", "/tmp"}) {
    const auto none = troupe::read_cluster(path);
    REQUIRE_FALSE(none);
    CHECK(none.error() == troupe::errc::config_error);
    CHECK(none.error().details().what == "the cluster file '" + path + "' can't be read");
    CHECK(none.error().details().system_errno != 0);
  }
}
