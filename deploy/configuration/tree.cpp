#include <troupe/deploy/configuration/tree.hpp>
#include <troupe/deploy/environment/duration.hpp>

namespace troupe::detail {
namespace {

struct description {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return std::to_string(value); }
  std::string operator()(std::chrono::nanoseconds value) const { return print_duration(value); }
  std::string operator()(const std::string& value) const { return '"' + value + '"'; }
  std::string operator()(const config_list&) const { return "a list"; }
  std::string operator()(const config_map&) const { return "a group"; }
};

}  // namespace

const config_value* config_map::find(std::string_view key) const {
  for (const auto& each : entries) {
    if (each.key == key) return &each.value;
  }
  return nullptr;
}

std::string describe(const config_value& value) {
  return std::visit(description{}, value.content);
}

}  // namespace troupe::detail
