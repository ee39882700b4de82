#pragma once

// Every spelling of the actor framework that later versions change, in one place.

#include <caf/all.hpp>

#include <cstdint>
#include <string>

namespace troupe::detail {

using work_atom = caf::atom_constant<caf::atom("trpwork")>;      // run a continuation
using finish_atom = caf::atom_constant<caf::atom("trpfinish")>;  // the body is over
using status_atom = caf::atom_constant<caf::atom("status")>;     // ask a rank how it is

/// A pointer as a message: the actor framework copies numbers only.
template <class T>
std::uint64_t as_number(T& object) {
  return reinterpret_cast<std::uint64_t>(&object);
}
template <class T>
T& from_number(std::uint64_t number) {
  return *reinterpret_cast<T*>(number);
}

}  // namespace troupe::detail
