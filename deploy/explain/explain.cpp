#include <troupe/collectives/schedule/print.hpp>
#include <troupe/collectives/schedule/select.hpp>
#include <troupe/collectives/schedule/summary.hpp>
#include <troupe/deploy/explain/candidates.hpp>
#include <troupe/deploy/explain/explain.hpp>

#include <sstream>
#include <vector>

namespace troupe {
namespace {

using detail::candidate;

// As much as a terminal shows, when nobody asked for all of it.
constexpr std::size_t most_lines = 32;

bool reduces(primitive kind) {
  return kind == primitive::reduce || kind == primitive::all_reduce ||
         kind == primitive::reduce_scatter;
}

std::string question(const explain_options& options, const collective_shape& shape) {
  std::ostringstream text;
  text << to_string(options.kind);
  if (options.kind != primitive::barrier) {
    const bool blocks =
        options.kind == primitive::all_gather || options.kind == primitive::reduce_scatter;
    const auto whole = shape.count * static_cast<std::size_t>(blocks ? shape.size : 1);
    text << " of " << whole * size_of(options.type) << " bytes (" << whole << " "
         << to_string(options.type);
    if (reduces(options.kind)) text << ", " << to_string(options.op);
    text << ")";
    if (options.kind == primitive::broadcast || options.kind == primitive::reduce)
      text << ", root " << options.root;
  }
  text << " among " << options.ranks << (options.ranks == 1 ? " rank" : " ranks") << " over "
       << to_string(options.link) << "\n";
  return text.str();
}

std::string reason(const explain_options& options, const std::vector<candidate>& all,
                   algorithm chosen) {
  std::string text = "chosen: " + std::string{to_string(chosen)} + ", ";
  if (options.how != algorithm::automatic) return text + "as asked for\n";
  const candidate* quickest = nullptr;
  for (const auto& each : all) {
    if (each.allowed && quickest == nullptr) quickest = &each;
  }
  if (quickest == nullptr || quickest->entry->name == chosen)
    text += "the least predicted time";
  else
    text += "within a thousandth of " + std::string{to_string(quickest->entry->name)} +
            " and the simpler one";
  if (options.rank_order)
    text += " of those that fold in rank order";
  else if (detail::needs_rank_order(options))
    text += " of those that fold in rank order, as an average of " +
            std::string{to_string(options.type)} + " needs";
  return text + "\n";
}

std::string step_counts(const plan_summary& summary) {
  std::string text = "steps:";
  const auto& ranks = summary.ranks;
  for (std::size_t first = 0, end = 0; first < ranks.size(); first = end) {
    for (end = first; end < ranks.size() && ranks[end].steps == ranks[first].steps;) ++end;
    text += (first == 0 ? " " : ", ") + std::to_string(ranks[first].steps) + " on rank " +
            std::to_string(first);
    if (end - first > 1) text += "-" + std::to_string(end - 1);
  }
  return text + "\n";
}

std::string steps_of(const schedule& s, rank_id rank, std::size_t element, bool whole) {
  std::string steps = to_text(s, element);
  if (!whole && s.steps.size() > most_lines) {
    std::size_t end = 0;
    for (std::size_t line = 0; line < most_lines; ++line) end = steps.find('\n', end) + 1;
    steps.resize(end);
    steps += "... and " + std::to_string(s.steps.size() - most_lines) + " more: --rank " +
             std::to_string(rank) + " shows them\n";
  }
  return "\nrank " + std::to_string(rank) + ", " + std::to_string(s.steps.size()) + " steps\n" +
         steps;
}

}  // namespace

expected<std::string> explain(const explain_options& options) {
  auto shape = detail::shape_of(options);
  const auto element = size_of(options.type);
  const auto link = default_parameters(options.link);
  const bool ordered = detail::needs_rank_order(options);
  if (reduces(options.kind) && !reducible(options.op, options.type))
    return error{errc::invalid_argument,
                 std::string{to_string(options.op)} + " of " +
                     std::string{to_string(options.type)} + " elements, which have no arithmetic",
                 "choose a number type with --type"};

  const auto how =
      options.how != algorithm::automatic ? options.how : select(shape, element, ordered, link);
  const auto* entry = find(options.kind, how);
  if (entry == nullptr)
    return error{errc::invalid_argument, std::string{to_string(how)} + " is no algorithm for " +
                                             std::string{to_string(options.kind)}};
  if (ordered && !entry->rank_ordered)
    return error{errc::invalid_argument,
                 std::string{to_string(how)} + " does not combine in rank order",
                 "leave --algorithm out, or choose flat or direct"};

  std::vector<schedule> ranks;
  for (shape.rank = 0; shape.rank < shape.size; ++shape.rank) ranks.push_back(entry->make(shape));
  if (options.dot) return to_dot(ranks, element);

  auto summary = summarize(ranks, element);
  shape.rank = 0;
  summary.seconds = entry->cost(shape, element, link);
  const auto all = detail::candidates(options);
  std::string text = question(options, shape) + reason(options, all, how) + "\n" +
                     detail::to_text(all, how) + "\n" + to_text(summary) + step_counts(summary);
  const bool asked = options.all || options.rank.has_value();
  const rank_id only = options.rank.value_or(0);
  for (rank_id rank = 0; rank < options.ranks; ++rank) {
    if (options.all || rank == only)
      text += steps_of(ranks[static_cast<std::size_t>(rank)], rank, element, asked);
  }
  return text;
}

}  // namespace troupe
