#include <troupe/collectives/schedule/print.hpp>
#include <troupe/collectives/schedule/summary.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace troupe;

namespace {

schedule make(primitive kind, algorithm name, const collective_shape& shape) {
  return find(kind, name)->make(shape);
}

}  // namespace

TEST_CASE("a schedule is printed with its steps, peers, byte ranges and dependencies") {
  const auto s =
      make(primitive::all_reduce, algorithm::direct, {primitive::all_reduce, 0, 2, 0, 5});
  CHECK(to_text(s, 4) ==
        "0  send input [12, 20) to 1 tag 0\n"
        "1  receive window 0 [0, 12) from 1 tag 0\n"
        "2  finish output [0, 12) = input [0, 12) + window 0 [0, 12)  after 1\n"
        "3  send output [0, 12) to 1 tag 1                            after 2\n"
        "4  receive output [12, 20) from 1 tag 1\n");
}

TEST_CASE("signals and scratch memory are printed") {
  const auto barrier =
      make(primitive::barrier, algorithm::dissemination, {primitive::barrier, 0, 3});
  CHECK(to_text(barrier) ==
        "0  signal to 1 tag 0\n"
        "1  await 2 tag 0\n"
        "2  signal to 2 tag 1  after 1\n"
        "3  await 1 tag 1\n");
  const auto flat =
      make(primitive::all_reduce, algorithm::flat, {primitive::all_reduce, 1, 2, 0, 2, true});
  CHECK(to_text(flat, 8) ==
        "0  send input [0, 16) to 0 tag 0\n"
        "1  receive window 0 [0, 16) from 0 tag 0\n"
        "2  finish scratch [0, 16) = window 0 [0, 16) + input [0, 16)  after 1\n"
        "3  copy output [0, 16) = scratch [0, 16)                      after 0 2\n"
        "scratch: 16 bytes\n");
  CHECK(to_text(schedule{}).empty());
}

TEST_CASE("all ranks are drawn as columns with messages between them") {
  std::vector<schedule> all;
  for (rank_id rank = 0; rank < 2; ++rank)
    all.push_back(
        make(primitive::broadcast, algorithm::flat, {primitive::broadcast, rank, 2, 0, 3, true}));
  CHECK(to_dot(all, 2) ==
        "digraph schedule {\n  rankdir=TB;\n"
        "  node [shape=box, fontname=monospace, fontsize=10];\n"
        "  subgraph cluster0 {\n    label=\"rank 0\";\n"
        "    r0s0 [label=\"0: send input [0, 6) to 1 tag 0\"];\n  }\n"
        "  subgraph cluster1 {\n    label=\"rank 1\";\n"
        "    r1s0 [label=\"0: receive output [0, 6) from 0 tag 0\"];\n  }\n"
        "  r0s0 -> r1s0 [style=bold, constraint=false];\n}\n");
}

TEST_CASE("a summary counts messages, bytes and rounds") {
  // Eight ranks, 1 MiB each: a ring moves 2 * 7/8 MiB in 14 rounds.
  const auto link = default_parameters(link_class::tcp);
  const auto ring = explain(*find(primitive::all_reduce, algorithm::ring),
                            {primitive::all_reduce, 0, 8, 0, 1 << 18}, 4, link);
  CHECK(ring.rounds == 14);
  REQUIRE(ring.ranks.size() == 8);
  for (const rank_work& w : ring.ranks) {
    CHECK(w.messages_sent == 14);
    CHECK(w.bytes_sent == 1835008);
    CHECK(w.bytes_received == 1835008);
    CHECK(w.bytes_folded == 917504);
  }
  CHECK(ring.seconds == Approx(14 * link.alpha + 1835008 * link.beta + 917504 * link.gamma));
}

TEST_CASE("the rounds of each algorithm are those of its formula") {
  const auto rounds = [](primitive kind, algorithm name, rank_id size) {
    return explain(*find(kind, name), {kind, 0, size, 0, 64}, 4,
                   default_parameters(link_class::tcp))
        .rounds;
  };
  CHECK(rounds(primitive::broadcast, algorithm::binomial, 8) == 3);
  CHECK(rounds(primitive::broadcast, algorithm::flat, 8) == 1);
  CHECK(rounds(primitive::reduce, algorithm::binomial, 16) == 4);
  CHECK(rounds(primitive::reduce, algorithm::direct, 9) == 2);
  CHECK(rounds(primitive::all_reduce, algorithm::flat, 8) == 1);
  CHECK(rounds(primitive::all_reduce, algorithm::direct, 8) == 2);
  CHECK(rounds(primitive::all_reduce, algorithm::recursive_doubling, 8) == 3);
  CHECK(rounds(primitive::all_reduce, algorithm::recursive_doubling, 7) == 4);
  CHECK(rounds(primitive::all_reduce, algorithm::rabenseifner, 8) == 6);
  CHECK(rounds(primitive::all_gather, algorithm::ring, 8) == 7);
  CHECK(rounds(primitive::all_gather, algorithm::bruck, 8) == 3);
  CHECK(rounds(primitive::all_gather, algorithm::bruck, 16) == 4);
  CHECK(rounds(primitive::reduce_scatter, algorithm::ring, 8) == 7);
  CHECK(rounds(primitive::reduce_scatter, algorithm::direct, 8) == 1);
  CHECK(rounds(primitive::barrier, algorithm::dissemination, 8) == 3);
  CHECK(rounds(primitive::barrier, algorithm::flat, 8) == 1);
}

TEST_CASE("ranks that do the same share a line of the summary") {
  plan_summary summary;
  summary.rounds = 1;
  summary.seconds = 2.5e-6;
  summary.ranks.resize(4);
  summary.ranks[0].messages_sent = 3;
  const std::string text = to_text(summary);
  CHECK(text.find("1 rounds, predicted 2.500 us\n") == 0);
  CHECK(text.find("\n0  ") != std::string::npos);
  CHECK(text.find("\n1-3  ") != std::string::npos);
}
