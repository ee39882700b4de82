#include "symbolic.hpp"

#include <algorithm>

namespace troupe::symbolic {
namespace {

/// What element `i` of a rank's output must be, where nothing is folded.
value expected_copy(formulas& all, const collective_shape& shape, std::size_t i) {
  if (shape.kind == primitive::broadcast) return all.input(shape.root, i);
  return all.input(static_cast<rank_id>(i / shape.count), i % shape.count);
}

std::string fault_in_output(formulas& all, const collective_shape& shape,
                            const std::vector<value>& output, bool rank_order) {
  const bool folds = shape.kind == primitive::reduce || shape.kind == primitive::all_reduce ||
                     shape.kind == primitive::reduce_scatter;
  const std::size_t first = shape.kind == primitive::reduce_scatter
                                ? static_cast<std::size_t>(shape.rank) * shape.count
                                : 0;
  for (std::size_t i = 0; i < output.size(); ++i) {
    std::string why;
    if (folds) {
      why = all.fault_in_reduction(output[i], first + i, shape.size, rank_order);
    } else if (output[i] != expected_copy(all, shape, i)) {
      why = "is " + all.text(output[i]);
    }
    if (!why.empty())
      return "rank " + std::to_string(shape.rank) + " output " + std::to_string(i) + ": " + why;
  }
  return {};
}

}  // namespace

std::string fault_in(std::span<const schedule> ranks, std::span<const collective_shape> shapes,
                     bool rank_order, run_options options) {
  if (auto fault = static_fault_in(ranks); !fault.empty()) return fault;
  formulas all;
  const run_result result = run(ranks, shapes, all, options);
  if (!result.fault.empty()) return result.fault;
  if (result.finished_before_straggler && shapes[0].kind == primitive::barrier)
    return "a rank left the barrier before rank " + std::to_string(*options.straggler) + " entered";
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (auto fault = fault_in_output(all, shapes[r], result.outputs[r], rank_order); !fault.empty())
      return fault;
    if (shapes[r].kind == primitive::all_reduce && result.outputs[r] != result.outputs[0])
      return "rank " + std::to_string(r) + " has other bits than rank 0";
  }
  return {};
}

}  // namespace troupe::symbolic
