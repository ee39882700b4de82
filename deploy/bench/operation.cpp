#include <troupe/deploy/bench/operation.hpp>

#include <array>

namespace troupe::detail {
namespace {

double once(double) {
  return 1;
}
double all_but_own(double n) {
  return (n - 1) / n;
}
double there_and_back(double n) {
  return 2 * (n - 1) / n;
}

using op = bench_operation;
constexpr std::array<operation_traits, 7> table{{
    {op::send, "send", std::nullopt, once, false},
    {op::broadcast, "broadcast", primitive::broadcast, once, false},
    {op::reduce, "reduce", primitive::reduce, once, false},
    {op::all_reduce, "all_reduce", primitive::all_reduce, there_and_back, false},
    {op::all_gather, "all_gather", primitive::all_gather, all_but_own, true},
    {op::reduce_scatter, "reduce_scatter", primitive::reduce_scatter, all_but_own, true},
    {op::barrier, "barrier", primitive::barrier, once, false},
}};

}  // namespace

std::span<const operation_traits> operations() {
  return table;
}

const operation_traits& traits_of(bench_operation operation) {
  return table[static_cast<std::size_t>(operation)];
}

double busbw_factor(bench_operation operation, rank_id ranks) {
  return traits_of(operation).factor(ranks);
}

std::size_t element_count(bench_operation operation, std::size_t bytes, std::size_t element_size,
                          rank_id ranks) {
  const auto& traits = traits_of(operation);
  if (traits.kind == primitive::barrier) return 0;
  const auto count = bytes / element_size;
  const auto n = static_cast<std::size_t>(ranks);
  return traits.blocked ? (count + n - 1) / n * n : count;
}

}  // namespace troupe::detail
