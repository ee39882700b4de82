#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace troupe::detail {

/// Cuts one stream of bytes into whole lines and puts a prefix before each. Bytes are not changed,
/// whatever they are, but a line end is added where the stream ends, or a line passes the limit,
/// without one.
class line_cutter {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;

  explicit line_cutter(std::string prefix) : prefix_{std::move(prefix)} {}

  /// Adds to `out` the lines that are whole now.
  void feed(std::string_view bytes, std::string& out);
  /// The stream is over: adds what is left.
  void finish(std::string& out);

 private:
  std::string prefix_;
  std::string begun_{};  // a line without its end
};

}  // namespace troupe::detail
