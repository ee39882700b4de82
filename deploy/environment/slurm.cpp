#include <troupe/deploy/environment/hostlist.hpp>
#include <troupe/deploy/environment/launchers.hpp>
#include <troupe/deploy/environment/own_address.hpp>

#include <array>
#include <numeric>

namespace troupe::detail {
namespace {

constexpr auto incomplete = "srun sets it: start the program with srun";

/// The first of the two that is set. The step's figures go first: a job may have several steps.
std::string_view either(const variables& vars, std::string_view step, std::string_view job) {
  return vars.has(step) ? step : job;
}

/// Ranks on this machine; 0 if Slurm doesn't tell.
std::int64_t tasks_here(variables& vars, std::int64_t size) {
  const auto name = either(vars, "SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE");
  if (!vars.has(name)) return 0;
  const auto counts = expand_task_counts(vars.text(name));
  if (!counts) {
    vars.refuse(name, "task counts such as 2(x3),1");
    return 0;
  }
  const auto sum = std::accumulate(counts->begin(), counts->end(), std::int64_t{0});
  if (sum != size) {
    vars.refuse(name, "counts whose sum is the number of tasks, " + std::to_string(size));
    return 0;
  }
  const auto last = static_cast<std::int64_t>(counts->size()) - 1;
  const auto node = vars.number_or("SLURM_NODEID", 0, last, counts->size() == 1 ? 0 : -1);
  return node < 0 ? 0 : (*counts)[static_cast<std::size_t>(node)];
}

}  // namespace

bool started_by_slurm(const variables& vars) {
  // A batch script has SLURM_PROCID too, but nobody started its programs as tasks.
  constexpr std::array<std::string_view, 4> step{
      "SLURM_STEP_ID", "SLURM_STEP_NUM_TASKS", "SLURM_STEP_TASKS_PER_NODE", "SLURM_STEP_NODELIST"};
  for (const auto name : step) {
    if (vars.has(name)) return vars.has("SLURM_PROCID") || vars.has("SLURM_NTASKS");
  }
  return false;
}

node_setup read_slurm(variables& vars) {
  const auto size =
      vars.number(either(vars, "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"), 1, most_ranks, incomplete);
  const auto rank = vars.number("SLURM_PROCID", 0, most_ranks - 1, incomplete);
  if (rank >= size)
    vars.refuse("SLURM_PROCID", "less than the number of tasks, " + std::to_string(size));
  const auto local = tasks_here(vars, size);
  const auto local_rank = vars.number_or("SLURM_LOCALID", 0, most_ranks - 1, 0);
  if (local != 0 && local_rank >= local)
    vars.refuse("SLURM_LOCALID",
                "less than the number of tasks on this node, " + std::to_string(local));
  auto setup = one_rank(rank, size, local);
  if (size == 1) return setup;

  if (!vars.has("SLURM_JOB_ID"))
    vars.fail({errc::config_error, "SLURM_JOB_ID is not set", incomplete});
  const auto id = vars.text("SLURM_JOB_ID") + "." + vars.text("SLURM_STEP_ID");
  setup.job = job_name("slurm", id);
  if (vars.has("TROUPE_SEED")) return setup;
  const auto name = either(vars, "SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST");
  if (local == size) {
    setup.seed = join_address("127.0.0.1", port_of_job(id));
  } else if (!vars.has(name)) {
    vars.fail({errc::config_error, "SLURM_STEP_NODELIST is not set",
               std::string{incomplete} + ", or set TROUPE_SEED to host:port where task 0 is to "
                                         "listen"});
  } else if (const auto hosts = expand_hostlist(vars.text(name)); hosts) {
    setup.seed = join_address(hosts->front(), port_of_job(id));
  } else {
    vars.refuse(name, "hosts such as n[001-003,7],m2");
  }
  return setup;
}

}  // namespace troupe::detail
