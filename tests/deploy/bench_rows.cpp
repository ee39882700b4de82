#include <troupe/collectives/schedule/table.hpp>
#include <troupe/deploy/bench/bench.hpp>
#include <troupe/deploy/bench/cell.hpp>
#include <troupe/deploy/bench/report.hpp>
#include <troupe/deploy/bench/run_bench.hpp>
#include <troupe/deploy/world/world.hpp>

#include <catch2/catch.hpp>

#include <future>
#include <sstream>
#include <string>
#include <vector>

using namespace troupe;

namespace {

struct printed {
  int status;
  std::string out, err;
};

printed bench(const bench_words& written) {
  std::ostringstream out, err;
  const int status = run_bench(written, out, err);
  return {status, out.str(), err.str()};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("every operation gives a valid row for one to five ranks, touched and checked or not") {
  for (int ranks = 1; ranks <= 5; ++ranks) {
    for (const bool careful : {false, true}) {
      bench_words written{.ranks = std::to_string(ranks),
                          .bytes = "8,1000,100Ki",
                          .memory = careful ? "any" : "allocated",
                          .iterations = "6"};
      written.operations = "broadcast,reduce,all_reduce,all_gather,reduce_scatter,barrier";
      if (ranks > 1) written.operations += ",send";
      written.touch = written.check = careful;
      written.json = true;
      const auto told = bench(written);
      INFO(told.out << told.err);
      CHECK(told.status == 0);
      const auto lines = lines_of(told.out);
      CHECK(lines.size() == (ranks > 1 ? 19u : 16u));
      for (const auto& line : lines) {
        CHECK(line.find("\"valid\":true") != std::string::npos);
        CHECK(line.find("\"iters\":6,") != std::string::npos);
      }
    }
  }
}

TEST_CASE("all element types that have test data are measured") {
  for (const auto* type : {"f32", "f64", "i32", "i64"}) {
    bench_words written{
        .operations = "all_reduce", .bytes = "4Ki", .type = type, .iterations = "5"};
    const auto told = bench(written);
    INFO(told.out << told.err);
    CHECK(told.status == 0);
    CHECK(told.out.find("yes\n") != std::string::npos);
  }
}

TEST_CASE("a row's fields have fixed names and stand in a fixed order") {
  bench_row row{.op = "all_reduce", .bytes = 1048576, .iterations = 10};
  row.times = {200, 300.12345, 150};
  row.loop_us = 260.5;
  row.busbw_gbs = 7.86432;
  row.valid = true;
  bench_options options{.peer = "me", .ranks = 4};
  const auto line = detail::to_json(row, options, {});
  CHECK(line.find("{\"peer\":\"me\",\"op\":\"all_reduce\",\"ranks\":4,\"bytes\":1048576,"
                  "\"iters\":10,\"p50_us\":200.0,\"p99_us\":300.123,\"min_us\":150.0,"
                  "\"loop_us\":260.5,\"busbw_gbs\":7.8643,\"valid\":true,") == 0);
  CHECK(detail::to_text(row).find("yes") != std::string::npos);
  row.valid = false;
  CHECK(detail::to_json(row, options, {}).find("\"valid\":false") != std::string::npos);
  CHECK(detail::to_text(row).find("WRONG") != std::string::npos);
}

TEST_CASE("busbw is the moved bytes' share by the median") {
  world local{{.ranks = 2}};
  bench_options options{.subjects = {{bench_operation::all_gather, "all_gather"}},
                        .bytes = {1 << 16},
                        .iterations = 9};
  std::vector<bench_row> rows;
  local.run([&](communicator all) {
    bench_rank(all, options,
               {[](const bench_subject&, std::span<const std::size_t>) {},
                [&](const bench_row& row) { rows.push_back(row); }});
  });
  REQUIRE(rows.size() == 1);
  REQUIRE(rows[0].times.p50 > 0);
  CHECK(rows[0].busbw_gbs == Approx(65536 * 0.5 / rows[0].times.p50 / 1e3));
  CHECK(rows[0].times.min <= rows[0].times.p50);
  CHECK(rows[0].times.p50 <= rows[0].times.p99);
  CHECK(rows[0].loop_us >= rows[0].times.min);
}

TEST_CASE("a result that nobody wrote is wrong in each of its elements") {
  world local{{.ranks = 2}};
  std::vector<std::size_t> wrong(2);
  local.run([&](communicator all) {
    detail::cell<float> fresh{all, {}, bench_operation::all_reduce, 400};
    wrong[static_cast<std::size_t>(all.rank())] = fresh.wrong();
  });
  CHECK(wrong == std::vector<std::size_t>{100, 100});
}

TEST_CASE("each collective is done by the algorithm that was asked for") {
  // Ranks that are told different algorithms must disagree.
  for (const auto& traits : detail::operations()) {
    if (!traits.kind) continue;
    INFO(traits.name);
    std::vector<algorithm> known;
    for (const auto& entry : algorithms())
      if (entry.kind == *traits.kind) known.push_back(entry.name);
    REQUIRE(known.size() >= 2);
    world local{{.ranks = 2}};
    local.spawn([&](communicator all) {
      bench_options options;
      options.how = known[static_cast<std::size_t>(all.rank())];
      detail::cell<float>{all, options, traits.operation, 400}.run();
    });
    const auto verdicts = local.join();
    CHECK((verdicts[0] == errc::mismatch || verdicts[1] == errc::mismatch));
  }
}

TEST_CASE("more ranks than cores are noted on the error stream with the figure to judge by") {
  CHECK(detail::crowding_note(2, 2).empty());
  CHECK(detail::crowding_note(4, 2).find("4 ranks share 2 cores: judge by loop_us") == 0);
}

TEST_CASE("wrong options end with status 2, a sentence, and no rows") {
  const auto told = bench({.operations = "all_reduec"});
  CHECK(told.status == 2);
  CHECK(told.out.empty());
  CHECK(told.err.find("troupe bench: --op is 'all_reduec', wanted one of send") == 0);
  CHECK(told.err.find("did you mean all_reduce?\n") != std::string::npos);
}

TEST_CASE("a cell beyond its limit is told of, and those after it as skipped") {
  std::ostringstream out;
  std::promise<void> gave_up;
  bench_options options{.peer = "me", .timeout_s = 1, .json = true};
  detail::bench_report report{options, out, [&] { gave_up.set_value(); }};
  const std::vector<std::size_t> sizes{8, 64};
  report.listener().begins({bench_operation::send, "pingpong"}, sizes);
  gave_up.get_future().wait();
  CHECK(out.str() ==
        "{\"peer\":\"me\",\"op\":\"pingpong\",\"ranks\":2,\"bytes\":8,\"timed_out\":true,"
        "\"limit_s\":1}\n"
        "{\"peer\":\"me\",\"op\":\"pingpong\",\"ranks\":2,\"bytes\":64,\"skipped\":true,"
        "\"limit_s\":1}\n");
}
