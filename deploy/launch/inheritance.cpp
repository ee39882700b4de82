#include <troupe/deploy/launch/inheritance.hpp>
#include <troupe/transports/tcp/socket.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

namespace troupe::detail {
namespace {

constexpr int above_shells = 100;

error refused(std::string what) {
  return {errc::resource_exhausted,
          {.system_errno = errno,
           .what = std::move(what),
           .advice = "look at the limits of this shell with 'ulimit -a'"}};
}

std::string random_hex(std::size_t bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, 32> raw{};
  // Up to 256 bytes always come in full.
  if (::getrandom(raw.data(), bytes, 0) != static_cast<ssize_t>(bytes)) return {};
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    text += digits[raw[i] >> 4];
    text += digits[raw[i] & 15];
  }
  return text;
}

}  // namespace

expected<tcp::descriptor> out_of_the_way(tcp::descriptor low) {
  tcp::descriptor high{::fcntl(low.get(), F_DUPFD_CLOEXEC, above_shells)};
  if (!high) return refused("a descriptor for the job can't be made");
  return high;
}

expected<tcp::descriptor> make_job_key() {
  tcp::descriptor memory{::memfd_create("troupe-job-key", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  const auto key = random_hex(32);
  constexpr int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (!memory || key.empty() || ::fchmod(memory.get(), 0600) != 0 ||
      ::write(memory.get(), key.data(), key.size()) != static_cast<ssize_t>(key.size()) ||
      ::fcntl(memory.get(), F_ADD_SEALS, seals) != 0)
    return refused("the job's key can't be made");
  return out_of_the_way(std::move(memory));
}

expected<listening> listen_for_job(const std::string& address) {
  auto low = tcp::listen_on(address);
  if (!low) return low.error();
  auto socket = out_of_the_way(*std::move(low));
  if (!socket) return socket.error();
  const auto bound = tcp::local_address(socket->get());
  if (!bound) return bound.error();
  return listening{.socket = *std::move(socket), .address = tcp::to_string(*bound)};
}

std::string new_job_name() {
  return "run-" + std::to_string(::getpid()) + "-" + random_hex(4);
}

}  // namespace troupe::detail
