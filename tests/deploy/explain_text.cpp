#include <troupe/collectives/schedule/table.hpp>
#include <troupe/deploy/explain/explain.hpp>

#include <catch2/catch.hpp>

#include <sstream>
#include <string>

using namespace troupe;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a broadcast of 64 bytes to three ranks is explained to the letter") {
  // Over TCP: alpha 12 us, 3 us for each further message, 1.3 GB/s. Flat: 12 + 3 + 2 * 64 / 1.3e3
  // = 15.098 us. Binomial: two hops of 12 + 64 / 1.3e3 = 24.098 us.
  const auto text = explain({.kind = primitive::broadcast,
                             .ranks = 3,
                             .bytes = 64,
                             .root = 1,
                             .link = link_class::tcp,
                             .how = algorithm::automatic,
                             .rank = 1})
                        .value();
  CHECK(has(text,
            "broadcast of 64 bytes (16 f32), root 1 among 3 ranks over tcp\n"
            "chosen: flat, the least predicted time\n\n"
            "  algorithm              predicted us     times\n"
            "* flat                         15.098      1.00\n"));
  CHECK(has(text, "\n1 rounds, predicted 15.098 us\n"));
  CHECK(has(text, "\nsteps: 1 on rank 0, 2 on rank 1, 1 on rank 2\n"));
  CHECK(has(text,
            "\nrank 1, 2 steps\n"
            "0  send input [0, 64) to 2 tag 0\n"
            "1  send input [0, 64) to 0 tag 0\n"));
  CHECK_FALSE(has(text, "\nrank 0, "));
}

TEST_CASE("candidates stand in the order of their predicted times") {
  const auto text = explain({.ranks = 8, .bytes = 1 << 20}).value();
  std::istringstream lines{text};
  std::string line;
  double last = 0;
  std::size_t candidates = 0;
  while (std::getline(lines, line) && !has(line, "predicted us")) {
  }
  while (std::getline(lines, line) && !line.empty()) {
    std::istringstream words{line.substr(2)};
    std::string name;
    double predicted = 0;
    words >> name >> predicted;
    CHECK(predicted >= last);
    CHECK(algorithm_from_string(name));
    last = predicted;
    ++candidates;
  }
  std::size_t known = 0;
  for (const auto& entry : algorithms()) known += entry.kind == primitive::all_reduce ? 1 : 0;
  CHECK(candidates == known);
  CHECK(count(text, "\n* ") == 1);
}

TEST_CASE("rank order leaves out what folds in another, and says so") {
  explain_options options{.ranks = 8, .bytes = 1 << 20, .rank_order = true};
  const auto text = explain(options).value();
  CHECK(has(text, "chosen: direct, the least predicted time of those that fold in rank order\n"));
  CHECK(count(text, "  not in rank order\n") == 3);
  options.how = algorithm::ring;
  const auto refused = explain(options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().details().what == "ring does not combine in rank order");
}

TEST_CASE("an algorithm that was asked for is explained though another is quicker") {
  const auto text = explain({.ranks = 8, .bytes = 1 << 20, .how = algorithm::flat}).value();
  CHECK(has(text, "chosen: flat, as asked for\n"));
  CHECK(has(text, "* flat  "));
}

TEST_CASE("bytes are the whole output of all_gather and the whole input of reduce_scatter") {
  // 100 bytes are 25 floats; 4 ranks need equal blocks, so 28: 112 bytes, 7 floats a block.
  for (const auto kind : {primitive::all_gather, primitive::reduce_scatter}) {
    const auto text =
        explain({.kind = kind, .ranks = 4, .bytes = 100, .how = algorithm::ring, .rank = 0})
            .value();
    CHECK(has(text, " of 112 bytes (28 f32"));
    // A ring's ranks send three blocks of 28 bytes each.
    CHECK(has(text, "0-3                3           84        3           84"));
  }
}

TEST_CASE("long schedules are cut unless a rank's is asked for") {
  explain_options options{.ranks = 64, .bytes = 1 << 10, .how = algorithm::ring};
  const auto brief = explain(options).value();
  CHECK(has(brief, " more: --rank 0 shows them\n"));
  CHECK(count(brief, "\nrank ") == 1);
  options.rank = 63;
  const auto whole = explain(options).value();
  CHECK_FALSE(has(whole, "... and "));
  CHECK(has(whole, "\nrank 63, "));
  options.rank.reset();
  options.all = true;
  CHECK(count(explain(options).value(), "\nrank ") == 64);
}

TEST_CASE("bytes have no arithmetic, so their reduction is not explained") {
  const auto refused = explain({.type = element_type::byte});
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == errc::invalid_argument);
  CHECK(explain({.kind = primitive::broadcast, .type = element_type::byte}));
}

TEST_CASE("a drawing has a column a rank and an arrow a message") {
  const auto drawing =
      explain(
          {.kind = primitive::barrier, .ranks = 4, .how = algorithm::dissemination, .dot = true})
          .value();
  CHECK(drawing.find("digraph schedule {\n") == 0);
  CHECK(count(drawing, "subgraph cluster") == 4);
  CHECK(count(drawing, "[style=bold") == 8);  // two rounds of four signals
}

TEST_CASE("every algorithm is explained and drawn for one to nine ranks on every link") {
  for (const auto& entry : algorithms()) {
    for (rank_id ranks = 1; ranks <= 9; ++ranks) {
      for (const auto link : {link_class::in_process, link_class::shared_memory, link_class::tcp}) {
        INFO(to_string(entry.kind) << " " << to_string(entry.name) << " " << ranks);
        explain_options options{.kind = entry.kind,
                                .ranks = ranks,
                                .bytes = 1000,
                                .root = ranks - 1,
                                .link = link,
                                .how = entry.name,
                                .all = true};
        const auto text = explain(options);
        REQUIRE(text);
        CHECK(count(*text, "\nrank ") == static_cast<std::size_t>(ranks));
        options.dot = true;
        const auto drawing = explain(options);
        REQUIRE(drawing);
        CHECK(count(*drawing, "subgraph cluster") == static_cast<std::size_t>(ranks));
      }
    }
  }
}
