#include <troupe/deploy/environment/hostlist.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

namespace troupe::detail {
namespace {

constexpr std::size_t most_hosts = 65536;

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t number = 0;
  const auto end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, number);
  if (failed != std::errc{} || stop != end) return {};
  return number;
}

/// Cuts at commas that stand outside of brackets.
std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i == list.size() || (list[i] == ',' && depth == 0)) {
      parts.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    } else if (list[i] == '[') {
      ++depth;
    } else if (list[i] == ']') {
      --depth;
    }
  }
  return parts;
}

/// "001-003" as 001, 002, 003: numbers keep the width of the first. False if it isn't a range.
bool expand_range(std::string_view range, std::vector<std::string>& numbers) {
  const auto dash = range.find('-');
  const auto low = range.substr(0, dash);
  const auto high = dash == range.npos ? low : range.substr(dash + 1);
  const auto first = whole_number(low);
  const auto last = whole_number(high);
  if (!first || !last || *first > *last || *last - *first >= most_hosts) return false;
  for (auto n = *first; n <= *last; ++n) {
    auto digits = std::to_string(n);
    if (digits.size() < low.size()) digits.insert(0, low.size() - digits.size(), '0');
    numbers.push_back(std::move(digits));
  }
  return numbers.size() <= most_hosts;
}

/// One entry with any number of brackets; false if it makes no sense.
bool expand_entry(const std::string& prefix, std::string_view rest,
                  std::vector<std::string>& hosts) {
  const auto open = rest.find('[');
  if (open == rest.npos) {
    if (rest.find(']') != rest.npos || hosts.size() >= most_hosts) return false;
    hosts.push_back(prefix + std::string{rest});
    return !hosts.back().empty();
  }
  const auto close = rest.find(']', open);
  if (close == rest.npos || rest.substr(0, open).find(']') != rest.npos) return false;
  std::vector<std::string> numbers;
  for (const auto range : parts_of(rest.substr(open + 1, close - open - 1))) {
    if (!expand_range(range, numbers)) return false;
  }
  return std::all_of(numbers.begin(), numbers.end(), [&](const std::string& number) {
    return expand_entry(prefix + std::string{rest.substr(0, open)} + number, rest.substr(close + 1),
                        hosts);
  });
}

}  // namespace

expected<std::vector<std::string>> expand_hostlist(std::string_view list) {
  std::vector<std::string> hosts;
  for (const auto part : parts_of(list)) {
    if (!expand_entry({}, part, hosts))
      return error{errc::config_error, "'" + std::string{list} +
                                           "' is no list of at most 65536 hosts, wanted one such "
                                           "as n[001-003,7],m2"};
  }
  return hosts;
}

expected<std::vector<int>> expand_task_counts(std::string_view list) {
  const error wrong{errc::config_error, "'" + std::string{list} +
                                            "' is no list of task counts, wanted one such as "
                                            "2(x3),1"};
  std::vector<int> counts;
  for (auto part : parts_of(list)) {
    std::size_t times = 1;
    if (const auto open = part.find("(x"); open != part.npos) {
      if (part.back() != ')') return wrong;
      const auto repeat = whole_number(part.substr(open + 2, part.size() - open - 3));
      if (!repeat || *repeat > most_hosts) return wrong;
      times = *repeat;
      part = part.substr(0, open);
    }
    const auto count = whole_number(part);
    if (!count || *count > most_hosts * 64) return wrong;
    counts.insert(counts.end(), times, static_cast<int>(*count));
  }
  return counts;
}

}  // namespace troupe::detail
