#pragma once

#include <troupe/actors/expected.hpp>

#include <string>

namespace troupe {

/// The job's secret in a file; white space at its end doesn't count.
///
/// Errors: `config_error` if it can't be read, is empty, longer than 4096 bytes, or other users may
/// read it.
expected<std::string> read_key_file(const std::string& path);

/// What to do when a key is needed and there is none.
inline constexpr auto how_to_make_a_key =
    "make one with '(umask 077; openssl rand -hex 32 > job.key)', put it on every machine";

}  // namespace troupe
