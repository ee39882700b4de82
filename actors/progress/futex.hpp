#pragma once

#include <troupe/actors/future/driver.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace troupe::detail {

/// Sleeps while `word` holds `value`, at most until `until`. Spurious returns happen.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::optional<time_point> until);

void futex_wake_one(const std::atomic<std::uint32_t>& word);
void futex_wake_all(const std::atomic<std::uint32_t>& word);

}  // namespace troupe::detail
