#pragma once

#include <troupe/deploy/configuration/read_tree.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace troupe::detail {

/// One key that a group may have.
template <class Target>
struct config_key {
  std::string_view name;
  std::string_view wanted;  ///< of the value: "a duration such as 60s"
  /// Takes the value over; false if it isn't as wanted.
  bool (*take)(const config_value& value, Target& target);
};

error unknown_key(const std::string& file, int line, const std::string& full,
                  const std::string& key, std::span<const std::string_view> known);

/// Reads all entries of a group. `path` names it: "troupe.nodes[0]".
///
/// Errors: `config_error` for a key that isn't known, with the nearest one that is, and for a value
/// that isn't as wanted.
template <class Target>
expected<void> read_group(const std::string& file, const std::string& path, const config_map& group,
                          std::span<const config_key<Target>> keys, Target& target) {
  for (const auto& entry : group.entries) {
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&](const auto& each) { return each.name == entry.key; });
    const auto full = path + "." + entry.key;
    if (key == keys.end()) {
      std::vector<std::string_view> names;
      for (const auto& each : keys) names.push_back(each.name);
      return unknown_key(file, entry.line, full, entry.key, names);
    }
    if (!key->take(entry.value, target))
      return config_problem(
          file, entry.line,
          full + " is " + describe(entry.value) + ", wanted " + std::string{key->wanted});
  }
  return {};
}

}  // namespace troupe::detail
