#include <troupe/deploy/environment/setup_from_environment.hpp>
#include <troupe/deploy/environment/to_environment.hpp>

#include <catch2/catch.hpp>

using troupe::environment;

namespace {

troupe::expected<std::string> on_the_rack(const std::string& host) {
  return std::string{host == "n001" ? "192.0.2.7" : "2001:db8::7"};
}

troupe::node_setup setup_of(const environment& vars) {
  const auto found = troupe::setup_from_environment(vars, on_the_rack);
  if (!found) FAIL(troupe::to_string(found.error()));
  REQUIRE(found->has_value());
  return **found;
}

const environment four_slurm_tasks{{"SLURM_JOB_ID", "4711"},
                                   {"SLURM_STEP_ID", "0"},
                                   {"SLURM_PROCID", "3"},
                                   {"SLURM_STEP_NUM_TASKS", "4"},
                                   {"SLURM_NTASKS", "16"},
                                   {"SLURM_LOCALID", "0"},
                                   {"SLURM_NODEID", "1"},
                                   {"SLURM_STEP_TASKS_PER_NODE", "3,1"},
                                   {"SLURM_STEP_NODELIST", "n[001-002]"},
                                   {"SLURM_JOB_NODELIST", "m[1-9]"},
                                   {"TROUPE_KEY", "secret"}};

}  // namespace

TEST_CASE("a process that no launcher started has no setup") {
  const auto nobody = troupe::setup_from_environment({{"PATH", "/bin"}, {"TROUPE_SEED", "a:1"}});
  REQUIRE(nobody);
  CHECK_FALSE(nobody->has_value());
}

TEST_CASE("a batch script of Slurm is not a task") {
  const auto script = troupe::setup_from_environment(
      {{"SLURM_JOB_ID", "7"}, {"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}});
  REQUIRE(script);
  CHECK_FALSE(script->has_value());
}

TEST_CASE("one generic variable alone does not mean torchrun") {
  const auto batch = troupe::setup_from_environment({{"WORLD_SIZE", "8"}, {"MASTER_ADDR", "n1"}});
  REQUIRE(batch);
  CHECK_FALSE(batch->has_value());
}

TEST_CASE("our own launcher's variables give the whole setup") {
  const auto setup = setup_of({{"TROUPE_JOB", "train"},
                               {"TROUPE_NODE", "1"},
                               {"TROUPE_NODES", "3"},
                               {"TROUPE_FIRST_RANK", "2"},
                               {"TROUPE_RANKS", "4"},
                               {"TROUPE_LOCAL_RANKS", "8"},
                               {"TROUPE_NAME", "beta"},
                               {"TROUPE_LISTEN", "127.0.0.1:0"},
                               {"TROUPE_SEED", "127.0.0.1:7001"},
                               {"TROUPE_KEY", "secret"},
                               {"TROUPE_LINK", "shm"},
                               {"TROUPE_READY_TIMEOUT", "2min"},
                               {"TROUPE_DEADLINE", "50ms"},
                               {"TROUPE_ORDER", "rank"},
                               {"TROUPE_ALGORITHM", "ring"}});
  CHECK(setup.job == "train");
  CHECK(setup.self == 1);
  CHECK(setup.nodes == 3);
  CHECK(setup.first_rank == 2);
  CHECK(setup.ranks == 4);
  CHECK(setup.local_ranks == 8);
  CHECK(setup.name == "beta");
  CHECK(setup.listen == "127.0.0.1:0");
  CHECK(setup.listener == -1);
  CHECK(setup.seed == "127.0.0.1:7001");
  CHECK(setup.key == "secret");
  CHECK(setup.link == troupe::link_class::shared_memory);
  CHECK(setup.ready_timeout == std::chrono::minutes{2});
  CHECK(setup.defaults.deadline == std::chrono::milliseconds{50});
  CHECK(setup.defaults.order == troupe::order::rank);
  CHECK(setup.defaults.algorithm == troupe::algorithm::ring);
}

TEST_CASE("a setup survives its way through the environment") {
  troupe::node_setup before{.job = "j",
                            .self = 2,
                            .nodes = 3,
                            .first_rank = 5,
                            .ranks = 2,
                            .local_ranks = 7,
                            .name = "c",
                            .listen = "[::1]:0",
                            .seed = "[::1]:4000",
                            .link = troupe::link_class::tcp,
                            .ready_timeout = std::chrono::milliseconds{1500}};
  before.defaults.deadline = std::chrono::microseconds{30};
  before.defaults.order = troupe::order::any;
  const auto after = setup_of(troupe::to_environment(before, ""));
  CHECK(after.self == 2);
  CHECK(after.nodes == 3);
  CHECK(after.first_rank == 5);
  CHECK(after.ranks == 2);
  CHECK(after.local_ranks == 7);
  CHECK(after.name == "c");
  CHECK(after.listen == "[::1]:0");
  CHECK(after.seed == "[::1]:4000");
  CHECK(after.link == troupe::link_class::tcp);
  CHECK(after.ready_timeout == std::chrono::milliseconds{1500});
  CHECK(after.defaults.deadline == std::chrono::microseconds{30});
  CHECK(after.defaults.order == troupe::order::any);
  CHECK_FALSE(after.defaults.algorithm);
}

TEST_CASE("a Slurm task meets the others on the step's first host") {
  const auto setup = setup_of(four_slurm_tasks);
  CHECK(setup.self == 3);
  CHECK(setup.nodes == 4);
  CHECK(setup.first_rank == 3);
  CHECK(setup.ranks == 1);
  CHECK(setup.local_ranks == 1);
  CHECK(setup.job == "slurm-4711.0");
  CHECK(setup.seed.substr(0, 5) == "n001:");
  const auto port = std::stoi(setup.seed.substr(5));
  CHECK(port >= 20'000);
  CHECK(port < 32'768);
  CHECK(setup.listen == "192.0.2.7:0");
}

TEST_CASE("the first Slurm task listens where the others look for it") {
  auto vars = four_slurm_tasks;
  vars["SLURM_PROCID"] = vars["SLURM_NODEID"] = "0";
  const auto first = setup_of(vars);
  CHECK(first.listen == setup_of(four_slurm_tasks).seed);
  CHECK(first.local_ranks == 3);
}

TEST_CASE("Slurm steps of one job get ports of their own") {
  auto other = four_slurm_tasks;
  other["SLURM_STEP_ID"] = "1";
  CHECK(setup_of(other).seed != setup_of(four_slurm_tasks).seed);
}

TEST_CASE("Slurm tasks on one machine meet on the loopback address without a key") {
  auto vars = four_slurm_tasks;
  vars.erase("TROUPE_KEY");
  vars["SLURM_NODEID"] = "0";
  vars["SLURM_STEP_TASKS_PER_NODE"] = "4";
  const auto setup = setup_of(vars);
  CHECK(setup.seed.substr(0, 10) == "127.0.0.1:");
  CHECK(setup.listen == "127.0.0.1:0");
  CHECK(setup.local_ranks == 4);
}

TEST_CASE("Open MPI's ranks on one machine meet on the loopback address") {
  const environment vars{{"OMPI_COMM_WORLD_RANK", "1"},
                         {"OMPI_COMM_WORLD_SIZE", "4"},
                         {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                         {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"},
                         {"PMIX_NAMESPACE", "prterun-a-17@1"},
                         {"SLURM_STEP_ID", "0"},
                         {"SLURM_PROCID", "0"},
                         {"SLURM_NTASKS", "1"}};
  const auto setup = setup_of(vars);
  CHECK(setup.self == 1);
  CHECK(setup.nodes == 4);
  CHECK(setup.job == "mpirun-prterun-a-17@1");
  CHECK(setup.seed.substr(0, 10) == "127.0.0.1:");
}

TEST_CASE("Open MPI's ranks on several machines meet at TROUPE_SEED") {
  environment vars{{"OMPI_COMM_WORLD_RANK", "0"},       {"OMPI_COMM_WORLD_SIZE", "4"},
                   {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}, {"PMIX_NAMESPACE", "17"},
                   {"TROUPE_SEED", "n001:7000"},        {"TROUPE_KEY", "secret"}};
  CHECK(setup_of(vars).listen == "n001:7000");
  vars["OMPI_COMM_WORLD_RANK"] = "2";
  CHECK(setup_of(vars).listen == "192.0.2.7:0");
  vars["TROUPE_SEED"] = "n002:7000";
  CHECK(setup_of(vars).listen == "[2001:db8::7]:0");
  vars["TROUPE_LISTEN"] = "10.0.0.9:0";
  CHECK(setup_of(vars).listen == "10.0.0.9:0");
}

TEST_CASE("torchrun's ranks meet at the port after its own") {
  environment vars{{"RANK", "5"},
                   {"WORLD_SIZE", "8"},
                   {"LOCAL_RANK", "1"},
                   {"LOCAL_WORLD_SIZE", "4"},
                   {"MASTER_ADDR", "n001"},
                   {"MASTER_PORT", "29500"},
                   {"TORCHELASTIC_RUN_ID", "none"},
                   {"TORCHELASTIC_RESTART_COUNT", "2"},
                   {"TROUPE_KEY", "secret"}};
  auto setup = setup_of(vars);
  CHECK(setup.self == 5);
  CHECK(setup.nodes == 8);
  CHECK(setup.local_ranks == 4);
  CHECK(setup.seed == "n001:29501");
  CHECK(setup.job == "torchrun-none.2");
  vars["LOCAL_WORLD_SIZE"] = "8";
  CHECK(setup_of(vars).seed == "127.0.0.1:29501");
}

TEST_CASE("a long job id still makes a name that fits") {
  const auto setup = setup_of(
      {{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"TORCHELASTIC_RUN_ID", std::string(100, 'x')}});
  CHECK(setup.job.size() <= 64);
  CHECK(setup.job.substr(0, 9) == "torchrun-");
}

TEST_CASE("our own launcher goes before one that it was started under") {
  auto vars = four_slurm_tasks;
  vars["TROUPE_NODE"] = vars["TROUPE_FIRST_RANK"] = "0";
  vars["TROUPE_NODES"] = "1";
  vars["TROUPE_RANKS"] = "9";
  const auto setup = setup_of(vars);
  CHECK(setup.nodes == 1);
  CHECK(setup.ranks == 9);
}
