#include <troupe/deploy/bench/options.hpp>
#include <troupe/deploy/explain/words.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace troupe;

namespace {

std::string complaint(const bench_words& written) {
  const auto options = to_options(written);
  return options ? "none" : detail::sentence(options.error());
}

}  // namespace

TEST_CASE("lists of operations and sizes are measured in the order written") {
  const auto options =
      to_options({.operations = "barrier,pingpong", .bytes = "64Ki,8", .link = "in-process"})
          .value();
  REQUIRE(options.subjects.size() == 2);
  CHECK(options.subjects[0].operation == bench_operation::barrier);
  CHECK(options.subjects[1].operation == bench_operation::send);
  CHECK(options.subjects[1].name == "pingpong");
  CHECK(options.bytes == std::vector<std::size_t>{65536, 8});
  CHECK(options.peer == "troupe_in_process");
}

TEST_CASE("all means every operation once") {
  const auto options = to_options({.operations = "all"}).value();
  REQUIRE(options.subjects.size() == detail::operations().size());
  for (std::size_t i = 0; i < options.subjects.size(); ++i)
    CHECK(options.subjects[i].name == detail::operations()[i].name);
}

TEST_CASE("each wrong option of bench is named with what was wanted") {
  CHECK(complaint({}) == "none");
  CHECK(complaint({.operations = "all_reduce,al_gather"}) ==
        "--op is 'al_gather', wanted one of send, broadcast, reduce, all_reduce, all_gather, "
        "reduce_scatter, barrier, pingpong, all; did you mean all_gather?");
  CHECK(complaint({.operations = ""}).find("--op is ''") == 0);
  CHECK(complaint({.ranks = "0"}) == "--ranks is '0', wanted a whole number from 1 to 512");
  CHECK(complaint({.bytes = "8,"}).find("--bytes is '', wanted a size") == 0);
  CHECK(complaint({.bytes = "4", .type = "f64"}) ==
        "--bytes has '4', wanted at least one element of 8 bytes");
  CHECK(complaint({.link = "sm"}) ==
        "--link is 'sm', wanted one of in-process, shm, tcp; did you mean shm?");
  CHECK(complaint({.memory = "alocated"}) ==
        "--memory is 'alocated', wanted one of allocated, any; did you mean allocated?");
  CHECK(complaint({.type = "bf16"}) == "--type is 'bf16', wanted one of f32, f64, i32, i64");
  CHECK(complaint({.operations = "all_reduce,barrier", .algorithm = "ring"}) ==
        "--algorithm for barrier is 'ring', wanted one of automatic, flat, dissemination");
  CHECK(complaint({.iterations = "0"}).find("--iters is '0', wanted a whole number from 1") == 0);
  CHECK(complaint({.warm_up = "-1"}).find("--warmup is '-1', wanted a whole number from 0") == 0);
  CHECK(complaint({.operations = "send", .ranks = "1"}) ==
        "--ranks is 1, wanted at least 2 for send, which goes from one rank to another");
}

TEST_CASE("the command line for the ranks' processes says all that was said") {
  bench_words written{.operations = "send", .bytes = "8", .iterations = "7"};
  written.touch = true;
  written.json = true;
  CHECK(to_arguments(written) ==
        std::vector<std::string>{
            "--op",        "send",       "--ranks",  "2",         "--bytes",     "8",
            "--link",      "in-process", "--memory", "allocated", "--type",      "f32",
            "--algorithm", "automatic",  "--iters",  "7",         "--budget-ms", "200",
            "--timeout-s", "60",         "--touch",  "--json"});
}
