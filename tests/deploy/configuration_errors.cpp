#include <troupe/deploy/configuration/cluster.hpp>

#include <catch2/catch.hpp>

namespace {

std::string wrong(std::string_view text) {
  const auto all = troupe::parse_cluster(text, "c.ini");
  if (all) return "nothing";
  CHECK(all.error() == troupe::errc::config_error);
  const auto& details = all.error().details();
  return details.advice.empty() ? details.what : details.what + "; " + details.advice;
}

constexpr std::string_view good_node = R"({ name = "a", listen = "127.0.0.1:4000", ranks = 2 })";

/// Keys of the section, one a line from line 2, and good nodes after them.
std::string with(std::string_view keys) {
  return wrong("[troupe]\n" + std::string{keys} + "\nnodes = [ " + std::string{good_node} + " ]\n");
}

/// Nodes, in line 2.
std::string nodes(std::string_view list) {
  return wrong("[troupe]\nnodes = [ " + std::string{list} + " ]\n");
}

constexpr auto example =
    "; add [troupe] and nodes = [ { name = \"a\", listen = \"127.0.0.1:4000\", ranks = 2 } ]";

}  // namespace

TEST_CASE("the unchanged cluster of the tables below is right") {
  CHECK(with("") == "nothing");
  CHECK(nodes(good_node) == "nothing");
}

TEST_CASE("an unknown key is named with its line and the nearest one") {
  CHECK(with("jbo = \"x\"") == "c.ini:2: unknown key troupe.jbo; did you mean job?");
  CHECK(with("job = \"x\"\nreadytimeout = 5s") ==
        "c.ini:3: unknown key troupe.readytimeout; did you mean ready-timeout?");
  CHECK(with("colour = \"red\"") ==
        "c.ini:2: unknown key troupe.colour; known are job, key-file, link, ready-timeout, "
        "defaults, nodes");
  CHECK(with("defaults = {\n  deadlin = 5s\n}") ==
        "c.ini:3: unknown key troupe.defaults.deadlin; did you mean deadline?");
  CHECK(nodes(R"({ name = "a", listen = "127.0.0.1:1", rank = 2 })") ==
        "c.ini:2: unknown key troupe.nodes[0].rank; did you mean ranks?");
}

TEST_CASE("a value of the wrong type, unit or range is named with what is wanted") {
  CHECK(with("ready-timeout = 60") ==
        "c.ini:2: troupe.ready-timeout is 60, wanted a duration such as 60s or 500ms");
  CHECK(with("ready-timeout = 0s") ==
        "c.ini:2: troupe.ready-timeout is 0s, wanted a duration such as 60s or 500ms");
  CHECK(with("job = true") == "c.ini:2: troupe.job is true, wanted a text of 1 to 64 bytes");
  CHECK(with("link = \"rdma\"") ==
        "c.ini:2: troupe.link is \"rdma\", wanted \"auto\", \"shm\" or \"tcp\"");
  CHECK(with("defaults = 5") ==
        "c.ini:2: troupe.defaults is 5, wanted a group, { deadline = 10s }");
  CHECK(with("defaults = { order = \"any\", deadline = \"5s\" }") ==
        "c.ini:2: troupe.defaults.deadline is \"5s\", wanted a duration such as 10s or 50ms");
  CHECK(with("defaults = { order = \"ranks\" }") ==
        "c.ini:2: troupe.defaults.order is \"ranks\", wanted \"any\" or \"rank\"");
  CHECK(with("defaults = { algorithm = \"magic\" }") ==
        "c.ini:2: troupe.defaults.algorithm is \"magic\", wanted an algorithm's name, such as "
        "\"automatic\" or \"ring\"");
  CHECK(nodes(R"({ name = "a", listen = "127.0.0.1:1", ranks = 0 })") ==
        "c.ini:2: troupe.nodes[0].ranks is 0, wanted a whole number from 1 to 1048576");
  CHECK(nodes(R"({ name = "a", listen = "127.0.0.1:1", ranks = 2s })") ==
        "c.ini:2: troupe.nodes[0].ranks is 2s, wanted a whole number from 1 to 1048576");
  CHECK(nodes(R"({ name = "a", listen = "127.0.0.1" })") ==
        "c.ini:2: troupe.nodes[0].listen is \"127.0.0.1\", wanted \"host:port\" or "
        "\"[v6-address]:port\"");
  CHECK(nodes(R"({ name = "a/b", listen = "127.0.0.1:1" })") ==
        "c.ini:2: troupe.nodes[0].name is \"a/b\", wanted a text of 1 to 64 bytes without spaces, "
        "quotes and slashes, and without . or - in front");
  CHECK(nodes("\"a\"") ==
        "c.ini:2: troupe.nodes[0] is \"a\", wanted a group such as { name = \"a\", listen = "
        "\"host:4000\", ranks = 2 }");
}

TEST_CASE("nodes that are missing or get in each other's way are refused") {
  CHECK(wrong("[troupe]\njob = \"x\"") ==
        std::string{"c.ini: troupe.nodes names no node"} + example);
  CHECK(nodes("") == std::string{"c.ini: troupe.nodes names no node"} + example);
  CHECK(nodes(R"({ listen = "127.0.0.1:1" })") == "c.ini:2: troupe.nodes[0] has no name");
  CHECK(nodes(R"({ name = "a" })") == "c.ini:2: troupe.nodes[0] has no listen");
  const std::string first{good_node};
  CHECK(nodes(first + ",\n" + R"({ name = "a", listen = "127.0.0.1:0" })") ==
        "c.ini:3: the node has the name a, as the one in line 2; give each node a name of its own");
  CHECK(nodes(first + ",\n" + R"({ name = "b", listen = "127.0.0.1:4000" })") ==
        "c.ini:3: b listens at 127.0.0.1:4000, as the one in line 2; give each node an address of "
        "its own, or port 0");
  CHECK(nodes(R"({ name = "a", listen = "[::1]:0" }, { name = "b", listen = "[::1]:0" })") ==
        "c.ini:2: the first node listens at [::1]:0, but the others must know its port; choose "
        "one, such as [::1]:4000");
  CHECK(nodes(R"({ name = "a", listen = "10.0.0.1:4000" })") ==
        "c.ini:2: a listens at 10.0.0.1:4000, which other machines may reach, and there is no "
        "troupe.key-file; make one with '(umask 077; openssl rand -hex 32 > job.key)', put it on "
        "every machine and write key-file = \"job.key\"");
}

TEST_CASE("sections of others are left alone, misspelt ones are not") {
  CHECK(with("[scheduler]\nmax-threads = 2\n[my-program]\nx = 1\n[troupe]") == "nothing");
  CHECK(wrong("[trouppe]\nnodes = []") == "c.ini:1: unknown section trouppe; did you mean troupe?");
  CHECK(wrong("[scheduler]\nmax-threads = 2") ==
        std::string{"c.ini: there is no section [troupe]"} + example);
  CHECK(wrong("") == std::string{"c.ini: there is no section [troupe]"} + example);
  CHECK(wrong("job = \"x\"\n[troupe]") ==
        "c.ini:1: job stands outside of any section; move it below a line [troupe]");
}

TEST_CASE("what doesn't parse is named with its line") {
  constexpr auto quotes =
      "; write key = value; texts stand in double quotes, numbers and durations (50ms) do not";
  CHECK(with("job = train") == std::string{"c.ini:2: unexpected 'a'"} + quotes);
  CHECK(with("# job") == "c.ini:2: unexpected '#'; comments begin with ;");
  CHECK(with("job \"train\"") == std::string{"c.ini:2: unexpected '\"'"} + quotes);
  CHECK(with("job = \"x\" link = \"tcp\"") ==
        "c.ini:2: link stands outside of any section; move it below a line [troupe]");
  CHECK(with("ready-timeout = 5sec").starts_with("c.ini:2: "));
  CHECK(with("ready-timeout = 1.5s") ==
        "c.ini:2: a duration is not a whole number; use a smaller unit: 1500ms in place of 1.5s");
  CHECK(with("job = \"train") ==
        "c.ini:2: the line ends too early; write key = value, and close texts with a double quote");
  CHECK(wrong("[troupe]\njob = \"x\"\nnodes = [\n  { name = \"a\" },\n") ==
        "c.ini:3: the [ is never closed; add a ]");
  CHECK(wrong("[troupe]\nnodes = [\n  { name = \"a\"\n\n") ==
        "c.ini:3: the { is never closed; add a }");
  CHECK(wrong("troupe {\n  job = \"x\"\n") == "c.ini:1: the { is never closed; add a }");
  CHECK(with("job = \"x\"\nlink = \"tcp\"\njob = \"y\"") ==
        "c.ini:4: job is given a second time, first in line 2; keep one of them");
}
