#include <troupe/collectives/reduce/isa.hpp>
#include <troupe/collectives/reduce/kernels.hpp>

#include <cassert>
#include <cstring>

namespace troupe::detail {

void fold_on(const fold_isa& isa, reduction op, element_type type, std::byte* destination,
             std::span<const std::byte* const> sources, std::size_t count, std::uint64_t divisor) {
  assert(!sources.empty() && reducible(op, type));
  if (count == 0) return;
  const bool divides = op == reduction::avg && divisor > 0;
  if (op == reduction::avg && !divides) op = reduction::sum;
  if (sources.size() == 1 && !divides) {
    if (sources[0] != destination) std::memcpy(destination, sources[0], count * size_of(type));
    return;
  }
  const fold_kernel kernel =
      isa.table->columns[static_cast<std::size_t>(type)].of[static_cast<std::size_t>(op)];
  kernel(destination, sources.data(), sources.size(), count, divisor);
}

void fold(reduction op, element_type type, std::byte* destination,
          std::span<const std::byte* const> sources, std::size_t count, std::uint64_t divisor) {
  fold_on(fold_isas().front(), op, type, destination, sources, count, divisor);
}

std::string_view kernel_isa() {
  return fold_isas().front().name;
}

}  // namespace troupe::detail
