#include <troupe/deploy/explain/words.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace troupe::detail {
namespace {

constexpr std::array<std::string_view, 3> link_names{"in-process", "shm", "tcp"};
constexpr std::array<std::string_view, 5> reduction_names{"sum", "prod", "min", "max", "avg"};
constexpr std::array<std::string_view, 13> element_names{
    "byte", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64"};

/// Edits between two words, a swap of neighbours being one (Damerau and Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        edits[i][j] = i + j;
        continue;
      }
      edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1,
                              edits[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  }
  return edits[a.size()][b.size()];
}

std::string quoted(std::string_view found) {
  return "'" + std::string{found} + "'";
}

error wrong_word(std::string_view option, std::string_view found, const std::string& wanted,
                 std::string advice) {
  return {errc::invalid_argument,
          std::string{option} + " is " + quoted(found) + ", wanted " + wanted, std::move(advice)};
}

/// 0 for a suffix that means nothing.
std::size_t unit(std::string_view suffix) {
  if (!suffix.empty() && suffix.back() == 'B') suffix.remove_suffix(1);
  if (suffix.empty()) return 1;
  std::size_t base = 1000;
  if (suffix.size() == 2 && suffix[1] == 'i') {
    base = 1024;
    suffix.remove_suffix(1);
  }
  if (suffix == "k" || suffix == "K") return base;
  if (suffix == "M") return base * base;
  if (suffix == "G") return base * base * base;
  return 0;
}

}  // namespace

std::string_view nearest(std::string_view found, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t least = 0;
  for (const auto word : known) {
    const auto edits = distance(found, word);
    // Half of the longer word must be in its place.
    if (edits > std::max<std::size_t>(1, std::max(found.size(), word.size()) / 2)) continue;
    if (edits >= word.size() || (!best.empty() && edits >= least)) continue;
    least = edits;
    best = word;
  }
  return best;
}

error unknown_word(std::string_view option, std::string_view found,
                   std::span<const std::string_view> known) {
  std::string list = known.size() == 1 ? "" : "one of";
  for (const auto& word : known)
    list.append(&word == known.data() ? (list.empty() ? "" : " ") : ", ").append(word);
  const auto meant = nearest(found, known);
  return wrong_word(option, found, list,
                    meant.empty() ? "" : "did you mean " + std::string{meant} + "?");
}

expected<std::size_t> parse_word(std::string_view option, std::string_view found,
                                 std::span<const std::string_view> known) {
  const auto at = std::find(known.begin(), known.end(), found);
  if (at == known.end()) return unknown_word(option, found, known);
  return static_cast<std::size_t>(at - known.begin());
}

expected<std::int64_t> parse_number(std::string_view option, std::string_view found,
                                    std::int64_t least, std::int64_t most) {
  std::int64_t number = 0;
  const auto end = found.data() + found.size();
  const auto [stop, failed] = std::from_chars(found.data(), end, number);
  if (failed != std::errc{} || stop != end || number < least || number > most)
    return wrong_word(
        option, found,
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most), "");
  return number;
}

expected<std::size_t> parse_bytes(std::string_view option, std::string_view found) {
  std::size_t number = 0;
  const auto end = found.data() + found.size();
  const auto [stop, failed] = std::from_chars(found.data(), end, number);
  const auto scale = unit({stop, static_cast<std::size_t>(end - stop)});
  if (failed == std::errc::result_out_of_range ||
      (scale != 0 && number > std::numeric_limits<std::size_t>::max() / scale))
    return wrong_word(option, found, "a size that this machine can address", "");
  if (failed != std::errc{} || scale == 0)
    return wrong_word(option, found, "a size such as 4096, 64Ki, 1Mi or 1M",
                      "write a whole number, then nothing, K, M, G (thousands) or Ki, Mi, Gi "
                      "(powers of 1024)");
  return number * scale;
}

expected<element_type> parse_element(std::string_view option, std::string_view found) {
  const auto at = parse_word(option, found, element_names);
  if (!at) return at.error();
  return static_cast<element_type>(*at);
}

expected<reduction> parse_reduction(std::string_view option, std::string_view found) {
  const auto at = parse_word(option, found, reduction_names);
  if (!at) return at.error();
  return static_cast<reduction>(*at);
}

expected<link_class> parse_link(std::string_view option, std::string_view found) {
  const auto at = parse_word(option, found, link_names);
  if (!at) return at.error();
  return static_cast<link_class>(*at);
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> words(1);
  for (const char letter : list) {
    if (letter == ',')
      words.emplace_back();
    else
      words.back() += letter;
  }
  return words;
}

std::string sentence(const error& wrong) {
  const auto& details = wrong.details();
  return details.advice.empty() ? details.what : details.what + "; " + details.advice;
}

}  // namespace troupe::detail
