#include <troupe/collectives/schedule/hazards.hpp>

#include <algorithm>
#include <iterator>

namespace troupe::detail {

void hazards::read(std::size_t offset, std::size_t count, step_id reader,
                   std::vector<step_id>& waits_for) {
  for (auto at = cover(offset, offset + count); at != ranges_.end() && at->first < offset + count;
       ++at) {
    if (at->second.written) waits_for.push_back(at->second.writer);
    at->second.readers.push_back(reader);
  }
}

void hazards::write(std::size_t offset, std::size_t count, step_id writer,
                    std::vector<step_id>& waits_for) {
  auto at = cover(offset, offset + count);
  while (at != ranges_.end() && at->first < offset + count) {
    const range& old = at->second;
    // A reader has waited for the writer already.
    if (old.readers.empty() && old.written) waits_for.push_back(old.writer);
    waits_for.insert(waits_for.end(), old.readers.begin(), old.readers.end());
    at = ranges_.erase(at);
  }
  ranges_[offset] = {offset + count, true, writer, {}};
}

/// The first range that begins at or after `at`; one that spans `at` becomes two.
hazards::ranges::iterator hazards::split(std::size_t at) {
  const auto next = ranges_.lower_bound(at);
  if (next == ranges_.begin() || (next != ranges_.end() && next->first == at)) return next;
  const auto before = std::prev(next);
  if (before->second.end <= at) return next;
  range rest = before->second;
  before->second.end = at;
  return ranges_.emplace_hint(next, at, std::move(rest));
}

/// Makes ranges that tile [begin, end) exactly; gives the first.
hazards::ranges::iterator hazards::cover(std::size_t begin, std::size_t end) {
  split(begin);
  split(end);
  std::size_t at = begin;
  auto next = ranges_.lower_bound(begin);
  while (at < end) {
    if (next == ranges_.end() || next->first > at) {
      const std::size_t gap_end = next == ranges_.end() ? end : std::min(end, next->first);
      next = ranges_.emplace_hint(next, at, range{gap_end});
    }
    at = next->second.end;
    ++next;
  }
  return ranges_.lower_bound(begin);
}

}  // namespace troupe::detail
