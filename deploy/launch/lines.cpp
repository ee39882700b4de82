#include <troupe/deploy/launch/lines.hpp>

namespace troupe::detail {

void line_cutter::feed(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const bool whole = end != bytes.npos;
    const auto part = bytes.substr(0, whole ? end + 1 : bytes.size());
    bytes.remove_prefix(part.size());
    begun_ += part;
    if (whole) {
      out.append(prefix_).append(begun_);
      begun_.clear();
    } else if (begun_.size() >= longest_line) {
      finish(out);
    }
  }
}

void line_cutter::finish(std::string& out) {
  if (begun_.empty()) return;
  out.append(prefix_).append(begun_).append("\n");
  begun_.clear();
}

}  // namespace troupe::detail
