#include <troupe/deploy/environment/variables.hpp>
#include <troupe/deploy/explain/words.hpp>

namespace troupe::detail {

bool variables::has(std::string_view name) const {
  const auto found = all_.find(name);
  return found != all_.end() && !found->second.empty();
}

std::string variables::text(std::string_view name) const {
  const auto found = all_.find(name);
  return found == all_.end() || wrong_ ? std::string{} : found->second;
}

std::int64_t variables::number(std::string_view name, std::int64_t least, std::int64_t most,
                               std::string_view why) {
  if (!has(name)) {
    fail({errc::config_error, std::string{name} + " is not set", std::string{why}});
    return least;
  }
  return number_or(name, least, most, least);
}

std::int64_t variables::number_or(std::string_view name, std::int64_t least, std::int64_t most,
                                  std::int64_t fallback) {
  if (wrong_ || !has(name)) return fallback;
  const auto value = parse_number(name, text(name), least, most);
  if (value) return *value;
  fail({errc::config_error, value.error().details()});
  return fallback;
}

void variables::refuse(std::string_view name, const std::string& wanted, std::string advice) {
  fail({errc::config_error, std::string{name} + " is '" + text(name) + "', wanted " + wanted,
        std::move(advice)});
}

void variables::fail(error wrong) {
  if (!wrong_) wrong_ = std::move(wrong);
}

}  // namespace troupe::detail
