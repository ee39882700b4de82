#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/deploy/configuration/tree.hpp>

#include <string>
#include <string_view>

namespace troupe::detail {

/// Reads the actor framework's own format for configuration files, with its own grammar. Unlike the
/// framework, which drops what it doesn't understand, this keeps every key with its line.
///
/// Errors: `config_error` with file, line and what is wrong there; also for a key that is given
/// twice, and for a group that is never closed.
expected<config_map> read_tree(std::string_view text, const std::string& file_name);

/// "file:line: what"
error config_problem(const std::string& file_name, int line, const std::string& what,
                     std::string advice = {});

}  // namespace troupe::detail
