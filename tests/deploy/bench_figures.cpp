#include <troupe/deploy/bench/operation.hpp>
#include <troupe/deploy/bench/pattern.hpp>
#include <troupe/deploy/bench/samples.hpp>
#include <troupe/deploy/bench/timing.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace troupe;

TEST_CASE("busbw factors are those of nccl-tests") {
  using op = bench_operation;
  // From its table: 2(n-1)/n for all_reduce, (n-1)/n for the two with blocks, else 1.
  struct row {
    op what;
    double two, four, eight;
  };
  for (const auto& want :
       {row{op::send, 1, 1, 1}, row{op::broadcast, 1, 1, 1}, row{op::reduce, 1, 1, 1},
        row{op::all_reduce, 1, 1.5, 1.75}, row{op::all_gather, 0.5, 0.75, 0.875},
        row{op::reduce_scatter, 0.5, 0.75, 0.875}}) {
    INFO(detail::traits_of(want.what).name);
    CHECK(detail::busbw_factor(want.what, 2) == Approx(want.two));
    CHECK(detail::busbw_factor(want.what, 4) == Approx(want.four));
    CHECK(detail::busbw_factor(want.what, 8) == Approx(want.eight));
  }
}

TEST_CASE("each operation's traits stand at its own place in the table") {
  for (const auto& traits : detail::operations())
    CHECK(&detail::traits_of(traits.operation) == &traits);
}

TEST_CASE("blocks are equal, so sizes are rounded up to a multiple of the ranks") {
  using op = bench_operation;
  CHECK(detail::element_count(op::all_reduce, 1000, 4, 3) == 250);
  CHECK(detail::element_count(op::all_gather, 1000, 4, 3) == 252);
  CHECK(detail::element_count(op::reduce_scatter, 8, 4, 8) == 8);
  CHECK(detail::element_count(op::reduce_scatter, 8, 8, 1) == 1);
  CHECK(detail::element_count(op::send, 9, 4, 2) == 2);
  CHECK(detail::element_count(op::barrier, 4096, 4, 2) == 0);
}

TEST_CASE("percentiles are elements of the sorted times") {
  std::vector<double> hundred(100);
  std::iota(hundred.begin(), hundred.end(), 1);  // 1 … 100
  std::reverse(hundred.begin(), hundred.end());
  const auto times = detail::timing_of(hundred);
  CHECK(times.min == 1);
  CHECK(times.p50 == 51);  // the upper of the two in the middle
  CHECK(times.p99 == 99);  // 0.99 * 99 = 98.01: index 98
  const auto few = detail::timing_of({5, 1, 3});
  CHECK(few.p50 == 3);
  CHECK(few.p99 == 5);
  CHECK(few.min == 1);
  const auto one = detail::timing_of({7});
  CHECK(one.p50 == 7);
  CHECK(one.p99 == 7);
  CHECK(one.min == 7);
}

TEST_CASE("an iteration's time is the slowest rank's, and wrong elements of any rank count") {
  detail::samples mine{.times = {1, 5, 2}, .loop_us = 9, .wrong = 2};
  const auto line = detail::to_line({.times = {3, 4, 2.5}, .loop_us = 0, .wrong = 7});
  detail::merge(mine, line);
  CHECK(mine.times == std::vector<double>{3, 5, 2.5});
  CHECK(mine.wrong == 9);
  CHECK(mine.loop_us == 9);
}

TEST_CASE("iterations fill the budget, from 5 to 2000") {
  CHECK(detail::iterations_for(200, 1000) == 200);
  CHECK(detail::iterations_for(200, 1e9) == 5);
  CHECK(detail::iterations_for(200, 0) == 2000);
  CHECK(detail::iterations_for(60, 125) == 480);
}

TEST_CASE("test data differ between ranks, and one wrong element is seen") {
  std::vector<float> mine(200), theirs(200);
  detail::fill<float>(mine, 0);
  detail::fill<float>(theirs, 1);
  CHECK(mine[0] == 0);
  CHECK(mine[60] == 60);
  CHECK(mine[61] == 0);
  CHECK(theirs[0] == 7);
  CHECK(detail::count_wrong<float>(mine, 0, 1, 0) == 0);
  CHECK(detail::count_wrong<float>(theirs, 1, 2, 0) == 0);
  CHECK(detail::count_wrong<float>(theirs, 0, 1, 0) == 200);
  CHECK(detail::count_wrong<float>(std::span<const float>{mine}.subspan(70), 0, 1, 70) == 0);

  std::vector<float> sum(200);
  std::transform(mine.begin(), mine.end(), theirs.begin(), sum.begin(), std::plus<>{});
  CHECK(detail::count_wrong<float>(sum, 0, 2, 0) == 0);
  sum[199] += 1;
  CHECK(detail::count_wrong<float>(sum, 0, 2, 0) == 1);
}
