#pragma once

#include <troupe/deploy/environment/variables.hpp>
#include <troupe/deploy/world/setup.hpp>

#include <span>
#include <string>
#include <string_view>

namespace troupe::detail {

/// How one launcher says who a process is. A new launcher is a new file and a line in the table.
struct launcher {
  std::string_view name;
  bool (*started)(const variables&);
  /// Who and how many; and, if the launcher tells, where node 0 listens. What is wrong stays in the
  /// variables.
  node_setup (*read)(variables&);
};

/// Inner ones first: torchrun and mpirun are started under Slurm, not the other way round.
std::span<const launcher> launchers();

bool started_by_troupe(const variables& vars);
node_setup read_troupe(variables& vars);
bool started_by_torchrun(const variables& vars);
node_setup read_torchrun(variables& vars);
bool started_by_open_mpi(const variables& vars);
node_setup read_open_mpi(variables& vars);
bool started_by_slurm(const variables& vars);
node_setup read_slurm(variables& vars);

/// A process with one rank.
node_setup one_rank(std::int64_t rank, std::int64_t size, std::int64_t on_this_machine);

/// The same port for everyone in a job, and likely another one for other jobs: 20000 to 32767,
/// below those that the kernel hands out.
unsigned port_of_job(std::string_view id);

/// A job's name of at most 64 bytes, made from the launcher's name for it.
std::string job_name(std::string_view launcher, std::string_view id);

}  // namespace troupe::detail
