#include <troupe/deploy/environment/duration.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>

namespace troupe::detail {
namespace {

struct unit {
  std::string_view name;
  std::int64_t nanoseconds;
};

constexpr std::array<unit, 6> units{{{"h", 3'600'000'000'000},
                                     {"min", 60'000'000'000},
                                     {"s", 1'000'000'000},
                                     {"ms", 1'000'000},
                                     {"us", 1'000},
                                     {"ns", 1}}};

}  // namespace

std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  std::int64_t number = 0;
  const auto end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, number);
  if (failed != std::errc{} || number < 0) return {};
  const std::string_view name{stop, static_cast<std::size_t>(end - stop)};
  for (const auto& each : units) {
    if (each.name != name) continue;
    if (number > std::numeric_limits<std::int64_t>::max() / each.nanoseconds) return {};
    return std::chrono::nanoseconds{number * each.nanoseconds};
  }
  return {};
}

std::string print_duration(std::chrono::nanoseconds time) {
  for (const auto& each : units) {
    if (time.count() % each.nanoseconds == 0 && time.count() != 0)
      return std::to_string(time.count() / each.nanoseconds) + std::string{each.name};
  }
  return "0s";
}

}  // namespace troupe::detail
