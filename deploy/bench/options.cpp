#include <troupe/collectives/schedule/table.hpp>
#include <troupe/deploy/bench/options.hpp>
#include <troupe/deploy/explain/words.hpp>

#include <algorithm>
#include <array>

namespace troupe {
namespace {

using detail::parse_number;

// Each rank of a bench is a thread or a process of this machine.
constexpr std::int64_t most_ranks = 512;

error parse_operations(const std::string& written, bench_options& into) {
  std::vector<std::string_view> known;
  for (const auto& traits : detail::operations()) known.push_back(traits.name);
  known.push_back("pingpong");
  known.push_back("all");
  for (const auto& word : detail::split(written)) {
    const auto at = detail::parse_word("--op", word, known);
    if (!at) return at.error();
    if (word == "all") {
      for (const auto& traits : detail::operations())
        into.subjects.push_back({traits.operation, std::string{traits.name}});
    } else if (word == "pingpong") {
      into.subjects.push_back({bench_operation::send, word});
    } else {
      into.subjects.push_back({detail::operations()[*at].operation, word});
    }
  }
  return {};
}

error parse_sizes(const std::string& written, bench_options& into) {
  const auto element = size_of(into.type);
  for (const auto& word : detail::split(written)) {
    const auto bytes = detail::parse_bytes("--bytes", word);
    if (!bytes) return bytes.error();
    if (*bytes < element)
      return {errc::invalid_argument, "--bytes has '" + word +
                                          "', wanted at least one element of " +
                                          std::to_string(element) + " bytes"};
    into.bytes.push_back(*bytes);
  }
  return {};
}

error parse_type(const std::string& written, bench_options& into) {
  // Test data of these has exact sums whatever the number of ranks.
  constexpr std::array<std::string_view, 4> known{"f32", "f64", "i32", "i64"};
  constexpr std::array types{element_type::f32, element_type::f64, element_type::i32,
                             element_type::i64};
  const auto at = detail::parse_word("--type", written, known);
  if (!at) return at.error();
  into.type = types[*at];
  return {};
}

error parse_algorithm(const std::string& written, bench_options& into) {
  for (const auto& subject : into.subjects) {
    const auto kind = detail::traits_of(subject.operation).kind;
    std::vector<std::string_view> known{to_string(algorithm::automatic)};
    for (const auto& entry : algorithms()) {
      if (entry.kind == kind) known.push_back(to_string(entry.name));
    }
    const auto at = detail::parse_word("--algorithm for " + subject.name, written, known);
    if (!at) return at.error();
    into.how = *algorithm_from_string(written);
  }
  return {};
}

error parse_place(const bench_words& written, bench_options& into) {
  const auto link = detail::parse_link("--link", written.link);
  if (!link) return link.error();
  into.link = *link;
  constexpr std::array<std::string_view, 2> known{"allocated", "any"};
  const auto memory = detail::parse_word("--memory", written.memory, known);
  if (!memory) return memory.error();
  into.any_memory = *memory == 1;
  return {};
}

error parse_counts(const bench_words& written, bench_options& into) {
  const auto ranks = parse_number("--ranks", written.ranks, 1, most_ranks);
  const auto budget = parse_number("--budget-ms", written.budget_ms, 1, 3'600'000);
  const auto timeout = parse_number("--timeout-s", written.timeout_s, 0, 86'400);
  const auto iterations =
      parse_number("--iters", written.iterations.empty() ? "1" : written.iterations, 1, 10'000'000);
  const auto warm_up =
      parse_number("--warmup", written.warm_up.empty() ? "0" : written.warm_up, 0, 10'000'000);
  for (const auto* each : {&ranks, &budget, &timeout, &iterations, &warm_up}) {
    if (!*each) return each->error();
  }
  into.ranks = static_cast<rank_id>(*ranks);
  into.budget_ms = static_cast<double>(*budget);
  into.timeout_s = static_cast<int>(*timeout);
  if (!written.iterations.empty()) into.iterations = static_cast<std::size_t>(*iterations);
  if (!written.warm_up.empty()) into.warm_up = static_cast<std::size_t>(*warm_up);
  return {};
}

error check_ranks(const bench_options& options) {
  for (const auto& subject : options.subjects) {
    if (subject.operation == bench_operation::send && options.ranks < 2)
      return {errc::invalid_argument, "--ranks is 1, wanted at least 2 for " + subject.name +
                                          ", which goes from one rank "
                                          "to another"};
  }
  return {};
}

}  // namespace

expected<bench_options> to_options(const bench_words& written) {
  bench_options options;
  options.touch = written.touch;
  options.check = written.check;
  options.json = written.json;
  // Sizes need the type, algorithms the operations, so the first failure ends it.
  if (auto wrong = parse_operations(written.operations, options)) return wrong;
  if (auto wrong = parse_counts(written, options)) return wrong;
  if (auto wrong = parse_type(written.type, options)) return wrong;
  if (auto wrong = parse_sizes(written.bytes, options)) return wrong;
  if (auto wrong = parse_place(written, options)) return wrong;
  if (auto wrong = parse_algorithm(written.algorithm, options)) return wrong;
  if (auto wrong = check_ranks(options)) return wrong;
  options.peer = written.peer;
  if (options.peer.empty()) {
    options.peer = "troupe_" + written.link;
    std::replace(options.peer.begin(), options.peer.end(), '-', '_');
  }
  return options;
}

std::vector<std::string> to_arguments(const bench_words& written) {
  std::vector<std::string> line;
  const auto add = [&line](const char* name, const std::string& value) {
    if (value.empty()) return;
    line.emplace_back(name);
    line.push_back(value);
  };
  add("--peer", written.peer);
  add("--op", written.operations);
  add("--ranks", written.ranks);
  add("--bytes", written.bytes);
  add("--link", written.link);
  add("--memory", written.memory);
  add("--type", written.type);
  add("--algorithm", written.algorithm);
  add("--iters", written.iterations);
  add("--warmup", written.warm_up);
  add("--budget-ms", written.budget_ms);
  add("--timeout-s", written.timeout_s);
  if (written.touch) line.emplace_back("--touch");
  if (written.check) line.emplace_back("--check");
  if (written.json) line.emplace_back("--json");
  return line;
}

}  // namespace troupe
