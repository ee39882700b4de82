#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/expected.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/actors/reduction.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What people write on a command line. Every error is `invalid_argument` and says what was found,
// what was wanted, and which known word is nearest. `option` is as written: "--bytes".

namespace troupe::detail {

/// The known word that takes the fewest changed, missing, extra or swapped letters; the earlier of
/// two as near. Empty if even that one has little to do with `found`.
std::string_view nearest(std::string_view found, std::span<const std::string_view> known);

error unknown_word(std::string_view option, std::string_view found,
                   std::span<const std::string_view> known);

/// The place of `found` in `known`.
expected<std::size_t> parse_word(std::string_view option, std::string_view found,
                                 std::span<const std::string_view> known);

/// A whole number from `least` to `most`.
expected<std::int64_t> parse_number(std::string_view option, std::string_view found,
                                    std::int64_t least, std::int64_t most);

/// A size: "4096", "64Ki", "1Mi", "2Gi" in powers of 1024, "64K", "1M", "2G" in powers of 1000; a
/// "B" may follow the letters.
/// Units: bytes.
expected<std::size_t> parse_bytes(std::string_view option, std::string_view found);

expected<element_type> parse_element(std::string_view option, std::string_view found);
expected<reduction> parse_reduction(std::string_view option, std::string_view found);
expected<link_class> parse_link(std::string_view option, std::string_view found);

/// "a,b,c" as its words; empty ones are kept, so that they can be complained about.
std::vector<std::string> split(std::string_view list);

/// The error for people: what was found and wanted, then what to do.
std::string sentence(const error& wrong);

}  // namespace troupe::detail
