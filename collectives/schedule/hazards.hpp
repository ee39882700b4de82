#pragma once

#include <troupe/collectives/schedule/schedule.hpp>

#include <cstddef>
#include <map>
#include <vector>

namespace troupe::detail {

/// Remembers for each element of one memory which step wrote it last and which have read it since,
/// and so tells what a step must wait for.
class hazards {
 public:
  /// `reader` will read the range: it waits for whoever wrote there.
  void read(std::size_t offset, std::size_t count, step_id reader, std::vector<step_id>& waits_for);

  /// `writer` will write the range: it waits for whoever read there since the last write, or else
  /// for whoever wrote there.
  void write(std::size_t offset, std::size_t count, step_id writer,
             std::vector<step_id>& waits_for);

 private:
  struct range {
    std::size_t end;
    bool written = false;
    step_id writer = 0;
    std::vector<step_id> readers{};
  };
  using ranges = std::map<std::size_t, range>;

  ranges::iterator split(std::size_t at);
  ranges::iterator cover(std::size_t begin, std::size_t end);

  ranges ranges_;  // by first element; disjoint
};

}  // namespace troupe::detail
