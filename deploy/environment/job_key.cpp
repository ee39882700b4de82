#include <troupe/deploy/environment/job_key.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace troupe {
namespace {

constexpr std::size_t longest_key = 4096;

error unreadable(const std::string& path, int number) {
  std::string advice = "check the path and the file's owner";
  if (path.starts_with("/proc/self/fd/") || path.starts_with("/dev/fd/"))
    advice =
        "a program between the launcher and this one closed the descriptors that it inherited: "
        "let it pass them on, or give the key as a file";
  return {errc::config_error,
          {.system_errno = number,
           .what = "the key file \"" + path + "\" can't be read",
           .advice = std::move(advice)}};
}

}  // namespace

expected<std::string> read_key_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return unreadable(path, errno);
  struct stat about {};
  std::string key(longest_key + 1, '\0');
  ssize_t got = ::fstat(file, &about) == 0 ? ::read(file, key.data(), key.size()) : -1;
  const int failed = errno;
  ::close(file);
  if (got < 0) return unreadable(path, failed);
  key.resize(static_cast<std::size_t>(got));
  if ((about.st_mode & 007) != 0)
    return error{errc::config_error, "other users have access to the key file \"" + path + "\"",
                 "run 'chmod 600 " + path + "', and make a new key if they may have seen it"};
  if (key.size() > longest_key)
    return error{errc::config_error, "the key file \"" + path + "\" is longer than 4096 bytes",
                 std::string{"32 random bytes are enough: "} + how_to_make_a_key};
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r' || key.back() == ' '))
    key.pop_back();
  if (key.empty())
    return error{errc::config_error, "the key file \"" + path + "\" is empty", how_to_make_a_key};
  return key;
}

}  // namespace troupe
