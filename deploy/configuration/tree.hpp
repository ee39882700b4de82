#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace troupe::detail {

struct config_value;
struct config_entry;

using config_list = std::vector<config_value>;

/// A group or a section: what it holds, in the order of the file.
struct config_map {
  std::vector<config_entry> entries;  // no {}: entries are not complete yet

  const config_value* find(std::string_view key) const;
};

/// A value of a configuration file, and the line where it stands.
struct config_value {
  int line = 0;
  std::variant<bool, std::int64_t, double, std::chrono::nanoseconds, std::string, config_list,
               config_map>
      content;
};

struct config_entry {
  std::string key{};
  int line = 0;
  config_value value{};
};

/// As it may be written in the file; "a list" and "a group" for those.
std::string describe(const config_value& value);

}  // namespace troupe::detail
