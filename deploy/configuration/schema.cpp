#include <troupe/deploy/configuration/schema.hpp>
#include <troupe/deploy/explain/words.hpp>

namespace troupe::detail {

error unknown_key(const std::string& file, int line, const std::string& full,
                  const std::string& key, std::span<const std::string_view> known) {
  const auto meant = nearest(key, known);
  std::string advice = "known are ";
  for (const auto& each : known) advice.append(&each == known.data() ? "" : ", ").append(each);
  if (!meant.empty()) advice = "did you mean " + std::string{meant} + "?";
  return config_problem(file, line, "unknown key " + full, std::move(advice));
}

}  // namespace troupe::detail
