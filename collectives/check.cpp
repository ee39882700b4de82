#include <troupe/collectives/check.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace troupe::detail {

namespace {

error invalid(std::string what, std::string advice) {
  return {errc::invalid_argument, std::move(what), std::move(advice)};
}

}  // namespace

error check_memory(const erased_range& memory, std::string_view name) {
  const auto size = size_of(memory.type);
  if (memory.count > std::numeric_limits<std::size_t>::max() / size)
    return invalid(std::string{name} + " has " + std::to_string(memory.count) +
                       " elements, whose size in bytes overflows",
                   "use a smaller count");
  if (memory.count != 0 && memory.data == nullptr)
    return invalid(
        std::string{name} + " is a null pointer with count " + std::to_string(memory.count),
        "give memory, or count 0");
  if (reinterpret_cast<std::uintptr_t>(memory.data) % size != 0)
    return invalid(std::string{name} + " is not aligned for " + std::string{to_string(memory.type)},
                   "align it to " + std::to_string(size) + " bytes");
  return {};
}

error check_rank(rank_id rank, rank_id size, std::string_view name) {
  if (rank >= 0 && rank < size) return {};
  return invalid(std::string{name} + " is " + std::to_string(rank) + ", wanted one of 0 … " +
                     std::to_string(size - 1),
                 "use a rank of this communicator");
}

error check_reduction(reduction op, element_type type) {
  if (reducible(op, type)) return {};
  return invalid(std::string{to_string(op)} + " is not defined for elements of " +
                     std::string{to_string(type)},
                 "use a number type");
}

error check_count(const char* what, std::size_t found, std::size_t wanted) {
  if (found == wanted) return {};
  return invalid(std::string{what} + " has " + std::to_string(found) + " elements, wanted " +
                     std::to_string(wanted),
                 "give ranges whose sizes belong together");
}

error check_blocks(const char* what, std::size_t found, std::size_t block, std::size_t blocks) {
  if (block != 0 && blocks > std::numeric_limits<std::size_t>::max() / block)
    return invalid(
        std::to_string(blocks) + " blocks of " + std::to_string(block) + " elements overflow",
        "use a smaller count");
  return check_count(what, found, block * blocks);
}

error check_types(const erased_range& in, const erased_range& out) {
  if (in.type == out.type) return {};
  return invalid("input of " + std::string{to_string(in.type)} + " and output of " +
                     std::string{to_string(out.type)},
                 "give both the same element type");
}

error check_alias(const erased_range& in, const erased_range& out, std::size_t in_offset,
                  std::size_t out_offset) {
  const auto size = size_of(in.type);
  const auto begin_of = [](const erased_range& r) {
    return reinterpret_cast<std::uintptr_t>(r.data);
  };
  // As numbers: a count that is wrong may lead beyond all addresses.
  const auto in_begin = begin_of(in), in_end = in_begin + in.count * size;
  const auto out_begin = begin_of(out), out_end = out_begin + out.count * size;
  if (in.count == 0 || out.count == 0) return {};
  if (in_begin + in_offset * size == out_begin + out_offset * size) return {};
  if (in_end <= out_begin || out_end <= in_begin) return {};
  return invalid("input and output overlap in part",
                 "give the in-place arrangement that the call describes, or disjoint memory");
}

}  // namespace troupe::detail
