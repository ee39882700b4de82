#include <troupe/collectives/schedule/algorithm.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace troupe {
namespace {

constexpr std::array<std::string_view, 10> algorithm_names{
    "automatic", "binomial",     "recursive_doubling", "ring", "flat", "direct", "dissemination",
    "bruck",     "rabenseifner", "scatter_all_gather"};

// The first primitive has the value 1.
constexpr std::array<std::string_view, 6> primitive_names{
    "broadcast", "reduce", "all_reduce", "all_gather", "reduce_scatter", "barrier"};

std::string_view name_at(std::span<const std::string_view> names, std::size_t index) {
  return index < names.size() ? names[index] : "unknown";
}

error no_such(std::string_view subject, std::string_view found,
              std::span<const std::string_view> names) {
  std::string advice = "use one of";
  for (const auto& name : names) advice.append(&name == names.data() ? " " : ", ").append(name);
  return {errc::invalid_argument,
          "there is no " + std::string{subject} + " '" + std::string{found} + "'",
          std::move(advice)};
}

}  // namespace

std::string_view to_string(algorithm name) {
  return name_at(algorithm_names, static_cast<std::size_t>(name));
}

expected<algorithm> algorithm_from_string(std::string_view name) {
  for (std::size_t i = 0; i < algorithm_names.size(); ++i) {
    if (algorithm_names[i] == name) return static_cast<algorithm>(i);
  }
  return no_such("algorithm", name, algorithm_names);
}

std::string_view to_string(primitive kind) {
  return name_at(primitive_names, static_cast<std::size_t>(kind) - 1);
}

expected<primitive> primitive_from_string(std::string_view name) {
  for (std::size_t i = 0; i < primitive_names.size(); ++i) {
    if (primitive_names[i] == name) return static_cast<primitive>(i + 1);
  }
  return no_such("collective", name, primitive_names);
}

}  // namespace troupe
