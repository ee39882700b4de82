#include <troupe/collectives/schedule/table.hpp>

#include <algorithm>
#include <iterator>

// One line an algorithm: the collective, the name, whether it folds in rank order. It stands for
// two functions in <collective>_<name>.cpp, in namespace troupe::schedules: the schedule
// <collective>_<name> and its predicted time <collective>_<name>_time.
#define TROUPE_ALGORITHMS(entry)                                                                   \
  entry(broadcast, flat, true) entry(broadcast, binomial, true)                                    \
      entry(broadcast, scatter_all_gather, true) entry(reduce, flat, true)                         \
          entry(reduce, direct, true) entry(reduce, binomial, false) entry(all_reduce, flat, true) \
              entry(all_reduce, direct, true) entry(all_reduce, recursive_doubling, false)         \
                  entry(all_reduce, rabenseifner, false) entry(all_reduce, ring, false)            \
                      entry(all_gather, flat, true) entry(all_gather, bruck, true)                 \
                          entry(all_gather, ring, true) entry(reduce_scatter, direct, true)        \
                              entry(reduce_scatter, ring, false) entry(barrier, flat, true)        \
                                  entry(barrier, dissemination, true)

namespace troupe {
namespace schedules {

#define TROUPE_DECLARE(collective, name, ordered)        \
  schedule collective##_##name(const collective_shape&); \
  double collective##_##name##_time(const collective_shape&, std::size_t, const link_parameters&);
TROUPE_ALGORITHMS(TROUPE_DECLARE)
#undef TROUPE_DECLARE

}  // namespace schedules

namespace {

#define TROUPE_ENTRY(collective, name, ordered)                                            \
  algorithm_entry{primitive::collective, algorithm::name, &schedules::collective##_##name, \
                  &schedules::collective##_##name##_time, ordered},
constexpr algorithm_entry table[] = {TROUPE_ALGORITHMS(TROUPE_ENTRY)};
#undef TROUPE_ENTRY

}  // namespace

std::span<const algorithm_entry> algorithms() {
  return table;
}

const algorithm_entry* find(primitive kind, algorithm name) {
  const auto at = std::find_if(std::begin(table), std::end(table), [&](const algorithm_entry& e) {
    return e.kind == kind && e.name == name;
  });
  return at == std::end(table) ? nullptr : at;
}

}  // namespace troupe
