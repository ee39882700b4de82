#pragma once

#include <troupe/actors/expected.hpp>

#include <string>

namespace troupe::detail {

/// Whether a host, by whatever name or address it is written, is this machine: short and full names
/// and addresses come to the same. May ask a name server.
///
/// Errors: `config_error` if the name means nothing here.
expected<bool> is_this_machine(const std::string& host);

}  // namespace troupe::detail
