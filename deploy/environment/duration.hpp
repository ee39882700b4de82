#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace troupe::detail {

/// "500us", "50ms", "10s", "2min", "1h"; a whole number and its unit. Nothing for anything else.
std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text);

/// The same in the largest unit that keeps it whole.
std::string print_duration(std::chrono::nanoseconds time);

}  // namespace troupe::detail
