#include <troupe/deploy/bench/samples.hpp>

#include <algorithm>

namespace troupe::detail {

std::vector<double> to_line(const samples& mine) {
  auto line = mine.times;
  line.push_back(static_cast<double>(mine.wrong));
  return line;
}

void merge(samples& all, std::span<const double> line) {
  for (std::size_t i = 0; i < all.times.size(); ++i) all.times[i] = std::max(all.times[i], line[i]);
  all.wrong += static_cast<std::size_t>(line.back());
}

}  // namespace troupe::detail
