#pragma once

#include <troupe/actors/errc.hpp>
#include <troupe/actors/ids.hpp>

#include <chrono>
#include <memory>
#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

namespace troupe {

/// What an error knows beyond its code. Fields that do not apply are empty.
struct error_details {
  std::string operation{};             ///< "all_reduce", "recv", "connect" …
  std::string communicator{};          ///< its name
  op_id op{};                          ///< zero if no operation was involved
  rank_id rank = -1;                   ///< the rank that reports
  std::vector<rank_id> peers{};        ///< the ranks it is about: dead, mismatched, missing …
  std::source_location site{};         ///< where the user called
  std::chrono::nanoseconds elapsed{};  ///< since the call
  int system_errno = 0;
  std::string what{};    ///< what was found and what was wanted
  std::string advice{};  ///< what to do about it
};

/// An error as a value: a code that programs compare and details that people read.
/// Copying is cheap: the details are shared and immutable.
class [[nodiscard]] error {
 public:
  error() = default;
  error(errc code, std::string what, std::string advice = {});
  error(errc code, error_details details);

  errc code() const { return code_; }
  const error_details& details() const;

  /// True if there is an error.
  explicit operator bool() const { return code_ != errc::ok; }

  friend bool operator==(const error& e, errc code) { return e.code_ == code; }

 private:
  errc code_ = errc::ok;
  std::shared_ptr<const error_details> details_;
};

/// One line: code, operation, rank, peers, what was found, call site, advice.
std::string to_string(const error& e);

/// What `.get()` throws: the only exception that crosses the library's border.
class exception : public std::runtime_error {
 public:
  explicit exception(error reason)
      : std::runtime_error{to_string(reason)}, reason_{std::move(reason)} {}
  const error& reason() const { return reason_; }

 private:
  error reason_;
};

}  // namespace troupe
