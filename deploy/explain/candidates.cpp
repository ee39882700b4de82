#include <troupe/collectives/reduce/kernels.hpp>
#include <troupe/collectives/schedule/select.hpp>
#include <troupe/deploy/explain/candidates.hpp>

#include <algorithm>
#include <cstdio>

namespace troupe::detail {

collective_shape shape_of(const explain_options& options) {
  const auto element = size_of(options.type);
  const auto ranks = static_cast<std::size_t>(options.ranks);
  std::size_t count = (options.bytes + element - 1) / element;
  if (options.kind == primitive::all_gather || options.kind == primitive::reduce_scatter)
    count = (count + ranks - 1) / ranks;
  if (options.kind == primitive::barrier) count = 0;
  return {.kind = options.kind,
          .rank = 0,
          .size = options.ranks,
          .root = options.root,
          .count = count,
          .in_place = options.kind == primitive::broadcast,
          .segment = segment_for(element, options.link)};
}

bool needs_rank_order(const explain_options& options) {
  return options.rank_order || (options.op == reduction::avg && !average_splits(options.type));
}

std::vector<candidate> candidates(const explain_options& options) {
  const auto shape = shape_of(options);
  const auto link = default_parameters(options.link);
  const bool ordered = needs_rank_order(options);
  std::vector<candidate> all;
  for (const auto& entry : algorithms()) {
    if (entry.kind != options.kind) continue;
    all.push_back(
        {&entry, entry.cost(shape, size_of(options.type), link), entry.rank_ordered || !ordered});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const candidate& a, const candidate& b) { return a.seconds < b.seconds; });
  return all;
}

std::string to_text(const std::vector<candidate>& all, algorithm chosen) {
  char line[120];
  std::snprintf(line, sizeof line, "  %-20s %14s %9s\n", "algorithm", "predicted us", "times");
  std::string text = line;
  const double least = all.empty() ? 0 : all.front().seconds;
  for (const auto& each : all) {
    std::snprintf(
        line, sizeof line, "%c %-20s %14.3f %9.2f%s\n", each.entry->name == chosen ? '*' : ' ',
        std::string{to_string(each.entry->name)}.c_str(), each.seconds * 1e6,
        least > 0 ? each.seconds / least : 1.0, each.allowed ? "" : "  not in rank order");
    text += line;
  }
  return text;
}

}  // namespace troupe::detail
