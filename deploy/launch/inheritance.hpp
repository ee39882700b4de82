#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/transports/tcp/descriptor.hpp>

#include <string>

namespace troupe::detail {

/// The same as a number of at least 100, where no shell puts descriptors of its own.
expected<tcp::descriptor> out_of_the_way(tcp::descriptor low);

/// 32 random bytes in hexadecimal, in memory that only this user can read, and nobody change.
/// A process that inherits it reads it as /proc/self/fd/N.
expected<tcp::descriptor> make_job_key();

/// A socket that listens on the address, and the address with the port that it got.
struct listening {
  tcp::descriptor socket{};
  std::string address{};
};
expected<listening> listen_for_job(const std::string& address);

/// A name that no other job on this machine has at the same time.
std::string new_job_name();

}  // namespace troupe::detail
