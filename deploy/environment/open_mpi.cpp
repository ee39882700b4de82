#include <troupe/deploy/environment/launchers.hpp>
#include <troupe/deploy/environment/own_address.hpp>

#include <array>

namespace troupe::detail {
namespace {

constexpr auto incomplete =
    "mpirun sets it: start the program with mpirun, or unset the OMPI_COMM_WORLD_ variables";

/// What all ranks of a job, and no others, have in common; by version of Open MPI.
std::string job_id(const variables& vars) {
  constexpr std::array<std::string_view, 3> names{"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid",
                                                  "OMPI_MCA_orte_ess_jobid"};
  for (const auto name : names) {
    if (vars.has(name)) return vars.text(name);
  }
  return {};
}

}  // namespace

bool started_by_open_mpi(const variables& vars) {
  return vars.has("OMPI_COMM_WORLD_RANK") || vars.has("OMPI_COMM_WORLD_SIZE");
}

node_setup read_open_mpi(variables& vars) {
  const auto size = vars.number("OMPI_COMM_WORLD_SIZE", 1, most_ranks, incomplete);
  const auto rank = vars.number("OMPI_COMM_WORLD_RANK", 0, most_ranks - 1, incomplete);
  const auto local = vars.number_or("OMPI_COMM_WORLD_LOCAL_SIZE", 1, most_ranks, 0);
  const auto local_rank = vars.number_or("OMPI_COMM_WORLD_LOCAL_RANK", 0, most_ranks - 1, 0);
  if (rank >= size)
    vars.refuse("OMPI_COMM_WORLD_RANK",
                "less than OMPI_COMM_WORLD_SIZE, which is " + std::to_string(size));
  if (local > size)
    vars.refuse("OMPI_COMM_WORLD_LOCAL_SIZE",
                "at most OMPI_COMM_WORLD_SIZE, which is " + std::to_string(size));
  if (local != 0 && local_rank >= local)
    vars.refuse("OMPI_COMM_WORLD_LOCAL_RANK",
                "less than OMPI_COMM_WORLD_LOCAL_SIZE, which is " + std::to_string(local));
  auto setup = one_rank(rank, size, local);
  const auto id = job_id(vars);
  setup.job = job_name("mpirun", id);
  if (local == size && !id.empty()) setup.seed = join_address("127.0.0.1", port_of_job(id));
  return setup;
}

}  // namespace troupe::detail
