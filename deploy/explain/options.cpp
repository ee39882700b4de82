#include <troupe/collectives/schedule/table.hpp>
#include <troupe/deploy/explain/options.hpp>
#include <troupe/deploy/explain/words.hpp>

#include <array>
#include <limits>
#include <vector>

namespace troupe {
namespace {

// All ranks' schedules are held at once, and some grow with the square of their number.
constexpr rank_id most_ranks = 1024;

constexpr std::array<std::string_view, 6> primitive_names{
    "all_reduce", "broadcast", "reduce", "all_gather", "reduce_scatter", "barrier"};

/// Takes values out of results and keeps the first error.
struct reader {
  error wrong;

  template <class T, class U>
  void take(expected<T> read, U& into) {
    if (wrong) return;
    if (read)
      into = static_cast<U>(*read);
    else
      wrong = read.error();
  }
};

expected<algorithm> parse_algorithm(primitive kind, std::string_view found) {
  std::vector<std::string_view> known{to_string(algorithm::automatic)};
  for (const auto& entry : algorithms()) {
    if (entry.kind == kind) known.push_back(to_string(entry.name));
  }
  const auto at = detail::parse_word("--algorithm", found, known);
  if (!at) return at.error();
  return algorithm_from_string(known[*at]);
}

expected<bool> parse_order(std::string_view found) {
  constexpr std::array<std::string_view, 2> known{"any", "rank"};
  const auto at = detail::parse_word("--order", found, known);
  if (!at) return at.error();
  return *at == 1;
}

expected<primitive> parse_primitive(std::string_view found) {
  const auto at = detail::parse_word("the collective", found, primitive_names);
  if (!at) return at.error();
  return primitive_from_string(primitive_names[*at]);
}

}  // namespace

expected<explain_options> to_options(const explain_words& written) {
  explain_options options;
  options.all = written.all;
  options.dot = written.dot;
  reader read;
  read.take(parse_primitive(written.operation), options.kind);
  read.take(detail::parse_number("--ranks", written.ranks, 1, most_ranks), options.ranks);
  read.take(detail::parse_bytes("--bytes", written.bytes), options.bytes);
  read.take(detail::parse_element("--type", written.type), options.type);
  read.take(detail::parse_reduction("--op", written.op), options.op);
  read.take(detail::parse_number("--root", written.root, 0, options.ranks - 1), options.root);
  if (written.link != "auto") {
    constexpr std::array<std::string_view, 4> known{"auto", "in-process", "shm", "tcp"};
    const auto at = detail::parse_word("--link", written.link, known);
    if (!at)
      read.take(expected<link_class>{at.error()}, options.link);
    else
      read.take(detail::parse_link("--link", written.link), options.link);
  }
  read.take(parse_algorithm(options.kind, written.algorithm), options.how);
  read.take(parse_order(written.order), options.rank_order);
  if (!written.rank.empty())
    read.take(detail::parse_number("--rank", written.rank, 0, options.ranks - 1),
              options.rank.emplace());
  if (read.wrong) return read.wrong;
  return options;
}

}  // namespace troupe
