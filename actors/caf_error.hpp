#pragma once

#include <troupe/actors/error.hpp>

#include <caf/error.hpp>

namespace troupe {

/// An error as the actor framework carries it: category "troupe", the code as its number, the text
/// as its context. `ok` becomes no error.
caf::error to_caf(const error& e);

/// The way back; an error of another category becomes `program_failed` with its text.
error from_caf(const caf::error& e);

}  // namespace troupe
