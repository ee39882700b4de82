#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/deploy/environment/environment.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace troupe::detail {

inline constexpr std::int64_t most_ranks = 1 << 20;

/// Reads variables and remembers the first thing that was wrong, so that a table of them reads as
/// one. After something went wrong all reads give empty values.
class variables {
 public:
  explicit variables(const environment& all) : all_{all} {}

  bool has(std::string_view name) const;
  /// Empty if it isn't set.
  std::string text(std::string_view name) const;
  /// Missing is wrong: `why` says what needs it and what to do.
  std::int64_t number(std::string_view name, std::int64_t least, std::int64_t most,
                      std::string_view why);
  std::int64_t number_or(std::string_view name, std::int64_t least, std::int64_t most,
                         std::int64_t fallback);

  /// `name` can't have the value that it has.
  void refuse(std::string_view name, const std::string& wanted, std::string advice = {});
  void fail(error wrong);
  const error& wrong() const { return wrong_; }

 private:
  const environment& all_;
  error wrong_{};
};

}  // namespace troupe::detail
