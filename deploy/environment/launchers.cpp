#include <troupe/deploy/environment/launchers.hpp>

#include <array>
#include <cstdint>

namespace troupe::detail {
namespace {

constexpr std::size_t longest_name = 64;

/// FNV-1a: the same on every machine, unlike std::hash.
std::uint64_t digest(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const char letter : text) {
    value ^= static_cast<unsigned char>(letter);
    value *= 0x100000001b3;
  }
  return value;
}

}  // namespace

std::span<const launcher> launchers() {
  static constexpr std::array<launcher, 4> table{{
      {"troupe run", started_by_troupe, read_troupe},
      {"torchrun", started_by_torchrun, read_torchrun},
      {"Open MPI", started_by_open_mpi, read_open_mpi},
      {"Slurm", started_by_slurm, read_slurm},
  }};
  return table;
}

node_setup one_rank(std::int64_t rank, std::int64_t size, std::int64_t on_this_machine) {
  return {.self = static_cast<node_id>(rank),
          .nodes = static_cast<node_id>(size),
          .first_rank = static_cast<rank_id>(rank),
          .ranks = 1,
          .local_ranks = static_cast<rank_id>(on_this_machine),
          .name = "rank " + std::to_string(rank)};
}

unsigned port_of_job(std::string_view id) {
  constexpr unsigned first = 20'000, past_last = 32'768;
  return first + static_cast<unsigned>(digest(id) % (past_last - first));
}

std::string job_name(std::string_view launcher, std::string_view id) {
  std::string name{launcher};
  if (name.size() + 1 + id.size() <= longest_name) return name.append("-").append(id);
  return name + "-" + std::to_string(digest(id));
}

}  // namespace troupe::detail
