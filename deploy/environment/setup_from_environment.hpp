#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/deploy/environment/environment.hpp>
#include <troupe/deploy/environment/own_address.hpp>
#include <troupe/deploy/world/setup.hpp>

#include <optional>

namespace troupe {

/// What the launcher of this process says about its place in the world; nothing if no launcher
/// started it. The first of these that left its variables wins, inner launchers before outer ones:
///
/// | launcher      | known by                                     | one node is  |
/// |---------------|----------------------------------------------|--------------|
/// | `troupe run`  | TROUPE_NODE, _NODES, _FIRST_RANK, _RANKS     | as they say  |
/// | torchrun      | TORCHELASTIC_RUN_ID, or two of RANK,         | one process, |
/// |               | WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE     | one rank     |
/// | Open MPI      | OMPI_COMM_WORLD_RANK or _SIZE                | the same     |
/// | Slurm (srun)  | SLURM_PROCID inside of a step                | the same     |
///
/// These complete any of them: TROUPE_JOB, TROUPE_NAME, TROUPE_LISTEN, TROUPE_LISTEN_FD,
/// TROUPE_SEED, TROUPE_KEY_FILE, TROUPE_KEY, TROUPE_LINK, TROUPE_READY_TIMEOUT, TROUPE_DEADLINE,
/// TROUPE_ORDER, TROUPE_ALGORITHM. An empty variable counts as not set.
///
/// Where node 0 listens, unless TROUPE_SEED says so: under torchrun at MASTER_ADDR and the port
/// after MASTER_PORT, which torchrun uses itself; under Slurm on the step's first host, where task
/// 0 runs unless tasks are placed arbitrarily, at a port made from the job's id; on the loopback
/// address when all ranks are on one machine.
///
/// The key: other users see neither a file of mode 0600 nor an environment, but environments end up
/// in logs and core files: prefer TROUPE_KEY_FILE. It may name a descriptor, /proc/self/fd/N.
///
/// Errors: `config_error` for variables that are missing, contradict each other or make no sense,
/// and if nodes can be reached from other machines but have no key.
expected<std::optional<node_setup>> setup_from_environment(
    const environment& vars, const address_finder& own_address = address_towards);

}  // namespace troupe
