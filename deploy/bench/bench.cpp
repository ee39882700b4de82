#include <troupe/deploy/bench/bench.hpp>
#include <troupe/deploy/bench/cell.hpp>
#include <troupe/deploy/bench/samples.hpp>

#include <chrono>
#include <vector>

namespace troupe {
namespace {

double now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

template <class T>
std::size_t validated_call(detail::cell<T>& now) {
  now.clear_output();
  now.run();
  return now.wrong();
}

/// What one iteration costs on the slowest rank, its barrier included: with more ranks than cores
/// that can be far more than the call.
template <class T>
double estimate_us(communicator& world, detail::cell<T>& now) {
  double start = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == 1) start = now_us();
    if (!now.ping_pong()) world.barrier().get();
    now.run();
  }
  std::vector<double> slowest{(now_us() - start) / 3};
  world.all_reduce(slowest, max).get();
  return slowest[0];
}

template <class T>
detail::samples run_loop(communicator& world, const bench_options& options, detail::cell<T>& now,
                         std::size_t iterations) {
  detail::samples taken;
  taken.times.reserve(iterations);
  // Of a pair only the one that sends first knows the round trip.
  const bool counts = !now.ping_pong() || world.rank() % 2 == 0;
  const double share = now.ping_pong() ? 0.5 : 1;
  const double start = now_us();
  for (std::size_t i = 0; i < iterations; ++i) {
    if (options.touch) now.rewrite_input();
    if (options.touch || options.check) now.clear_output();
    if (!now.ping_pong() || i == 0 || options.touch || options.check) world.barrier().get();
    const double begin = now_us();
    now.run();
    const double end = now_us();
    taken.times.push_back(counts ? (end - begin) * share : 0);
    if (options.check) taken.wrong += now.wrong();
  }
  taken.loop_us = (now_us() - start) / static_cast<double>(iterations);
  return taken;
}

/// On rank 0: the slowest rank's times, all ranks' wrong elements. By plain messages, so that a
/// verdict on reductions needs none.
void gather(communicator& world, detail::samples& mine) {
  auto line = detail::to_line(mine);
  if (world.rank() != 0) {
    world.send(line, 0).get();
    return;
  }
  for (rank_id from = 1; from < world.size(); ++from) {
    world.recv(line, from).get();
    detail::merge(mine, line);
  }
}

template <element T>
bench_row measure(communicator& world, const bench_options& options, const bench_subject& subject,
                  std::size_t bytes) {
  detail::cell<T> now{world, options, subject.operation, bytes};
  std::size_t wrong = validated_call(now);
  const auto iterations = options.iterations.value_or(
      detail::iterations_for(options.budget_ms, estimate_us(world, now)));
  const auto warm_up = options.warm_up.value_or(iterations / 10);
  for (std::size_t i = 0; i < warm_up; ++i) now.run();

  auto taken = run_loop(world, options, now, iterations);
  world.barrier().get();
  taken.wrong += wrong + validated_call(now);
  gather(world, taken);

  bench_row row{.op = subject.name, .bytes = bytes, .iterations = iterations};
  row.times = detail::timing_of(std::move(taken.times));
  row.loop_us = taken.loop_us;
  row.valid = taken.wrong == 0;
  const auto moved =
      detail::element_count(subject.operation, bytes, sizeof(T), world.size()) * sizeof(T);
  if (row.times.p50 > 0)
    row.busbw_gbs = static_cast<double>(moved) *
                    detail::busbw_factor(subject.operation, world.size()) / row.times.p50 * 1e-3;
  return row;
}

bench_row measure_as(communicator& world, const bench_options& options,
                     const bench_subject& subject, std::size_t bytes) {
  switch (options.type) {
    case element_type::f32:
      return measure<float>(world, options, subject, bytes);
    case element_type::f64:
      return measure<double>(world, options, subject, bytes);
    case element_type::i32:
      return measure<std::int32_t>(world, options, subject, bytes);
    case element_type::i64:
      return measure<std::int64_t>(world, options, subject, bytes);
    default:
      throw exception{error{errc::unsupported,
                            "no test data of " + std::string{to_string(options.type)},
                            "measure with f32, f64, i32 or i64"}};
  }
}

}  // namespace

void bench_rank(communicator world, const bench_options& options, const bench_listener& listener) {
  for (const auto& subject : options.subjects) {
    auto sizes = options.bytes;
    if (subject.operation == bench_operation::barrier) sizes = {0};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (world.rank() == 0) listener.begins(subject, std::span{sizes}.subspan(i));
      const auto row = measure_as(world, options, subject, sizes[i]);
      if (world.rank() == 0) listener.ends(row);
    }
  }
}

}  // namespace troupe
