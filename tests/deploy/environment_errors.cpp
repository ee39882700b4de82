#include <troupe/deploy/environment/setup_from_environment.hpp>

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

using troupe::environment;

namespace {

const environment ours{{"TROUPE_NODE", "0"},
                       {"TROUPE_NODES", "2"},
                       {"TROUPE_FIRST_RANK", "0"},
                       {"TROUPE_RANKS", "1"},
                       {"TROUPE_SEED", "127.0.0.1:7000"}};
const environment torch{{"RANK", "1"},         {"WORLD_SIZE", "2"},
                        {"LOCAL_RANK", "0"},   {"LOCAL_WORLD_SIZE", "1"},
                        {"MASTER_ADDR", "n1"}, {"MASTER_PORT", "29500"}};
const environment mpi{{"OMPI_COMM_WORLD_RANK", "1"},
                      {"OMPI_COMM_WORLD_SIZE", "4"},
                      {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
const environment slurm{{"SLURM_JOB_ID", "1"},         {"SLURM_STEP_ID", "0"},
                        {"SLURM_PROCID", "1"},         {"SLURM_NTASKS", "2"},
                        {"SLURM_STEP_NODELIST", "n1"}, {"SLURM_STEP_TASKS_PER_NODE", "2"}};

/// A variable without a value is taken away.
std::string wrong(environment vars, const environment& changes) {
  for (const auto& [name, value] : changes) {
    if (value.empty())
      vars.erase(name);
    else
      vars[name] = value;
  }
  const auto found = troupe::setup_from_environment(
      vars, [](const std::string&) { return std::string{"192.0.2.7"}; });
  if (found) return "nothing";
  CHECK(found.error().code() == troupe::errc::config_error);
  const auto& details = found.error().details();
  return details.advice.empty() ? details.what : details.what + "; " + details.advice;
}

constexpr auto all_or_none =
    "set all of TROUPE_NODE, TROUPE_NODES, TROUPE_FIRST_RANK and TROUPE_RANKS, or none of them; "
    "'troupe run' does so";

}  // namespace

TEST_CASE("the unchanged environments of the table below are right") {
  CHECK(wrong(ours, {}) == "nothing");
  CHECK(wrong(torch, {{"TROUPE_KEY", "k"}}) == "nothing");
  CHECK(wrong(slurm, {}) == "nothing");
}

TEST_CASE("a wrong variable of our launcher is named with what is wanted") {
  CHECK(wrong(ours, {{"TROUPE_NODES", ""}}) ==
        std::string{"TROUPE_NODES is not set; "} + all_or_none);
  CHECK(wrong(ours, {{"TROUPE_RANKS", ""}}) ==
        std::string{"TROUPE_RANKS is not set; "} + all_or_none);
  CHECK(wrong(ours, {{"TROUPE_RANKS", "many"}}) ==
        "TROUPE_RANKS is 'many', wanted a whole number from 1 to 1048576");
  CHECK(wrong(ours, {{"TROUPE_RANKS", "0"}}) ==
        "TROUPE_RANKS is '0', wanted a whole number from 1 to 1048576");
  CHECK(wrong(ours, {{"TROUPE_RANKS", "2x"}}) ==
        "TROUPE_RANKS is '2x', wanted a whole number from 1 to 1048576");
  CHECK(wrong(ours, {{"TROUPE_NODE", "2"}}) ==
        "TROUPE_NODE is '2', wanted less than TROUPE_NODES, which is 2");
  CHECK(wrong(ours, {{"TROUPE_FIRST_RANK", "3"}}) ==
        "TROUPE_FIRST_RANK is '3', wanted 0 for node 0");
  CHECK(wrong(ours, {{"TROUPE_NODE", "1"}}) ==
        "TROUPE_FIRST_RANK is '0', wanted at least 1, as TROUPE_NODE is 1 and each earlier node "
        "has a rank");
  CHECK(wrong(ours, {{"TROUPE_RANKS", "4"}, {"TROUPE_LOCAL_RANKS", "3"}}) ==
        "TROUPE_LOCAL_RANKS is '3', wanted at least TROUPE_RANKS, which is 4");
}

TEST_CASE("a wrong variable that completes a launcher's is named with what is wanted") {
  CHECK(wrong(ours, {{"TROUPE_SEED", ""}}) ==
        "nothing says where node 0 listens; set TROUPE_SEED to host:port of rank 0's machine, the "
        "same for all ranks");
  CHECK(wrong(ours, {{"TROUPE_SEED", "somewhere"}}) ==
        "TROUPE_SEED is 'somewhere', wanted host:port with a port above 0");
  CHECK(wrong(ours, {{"TROUPE_SEED", "localhost:0"}}) ==
        "TROUPE_SEED is 'localhost:0', wanted host:port with a port above 0");
  CHECK(wrong(ours, {{"TROUPE_LISTEN", "::1"}}) == "TROUPE_LISTEN is '::1', wanted host:port");
  CHECK(wrong(ours, {{"TROUPE_LINK", "tpc"}}) ==
        "TROUPE_LINK is 'tpc', wanted one of in-process, shm, tcp, auto; did you mean tcp?");
  CHECK(wrong(ours, {{"TROUPE_LINK", "in-process"}}) ==
        "TROUPE_LINK is 'in-process', wanted auto, shm or tcp, as there are 2 processes");
  CHECK(wrong(ours, {{"TROUPE_READY_TIMEOUT", "60"}}) ==
        "TROUPE_READY_TIMEOUT is '60', wanted a duration such as 500ms, 10s or 2min");
  CHECK(wrong(ours, {{"TROUPE_DEADLINE", "-1s"}}) ==
        "TROUPE_DEADLINE is '-1s', wanted a duration such as 500ms, 10s or 2min");
  CHECK(wrong(ours, {{"TROUPE_ORDER", "ranks"}}) ==
        "TROUPE_ORDER is 'ranks', wanted one of any, rank; did you mean rank?");
  CHECK(wrong(ours, {{"TROUPE_ALGORITHM", "rings"}})
            .starts_with("TROUPE_ALGORITHM is 'rings', wanted an algorithm's name; "));
  CHECK(wrong(ours, {{"TROUPE_JOB", std::string(65, 'j')}})
            .ends_with("wanted a name of at most 64 bytes"));
  CHECK(wrong(ours, {{"TROUPE_KEY", "k"}, {"TROUPE_KEY_FILE", "/f"}}) ==
        "both TROUPE_KEY and TROUPE_KEY_FILE are set; keep TROUPE_KEY_FILE and unset the other");
  CHECK(wrong(ours, {{"TROUPE_LISTEN_FD", "0x3"}}) ==
        "TROUPE_LISTEN_FD is '0x3', wanted a whole number from 0 to 2147483647");
  CHECK(wrong(ours, {{"TROUPE_LISTEN_FD", "9999"}}) ==
        "TROUPE_LISTEN_FD is '9999', wanted a descriptor that listens; a program between the "
        "launcher and this one closed the descriptors that it inherited: let it pass them on, or "
        "set TROUPE_LISTEN to host:port instead");
}

TEST_CASE("nodes that other machines can reach need a key") {
  constexpr auto advice =
      "make one with '(umask 077; openssl rand -hex 32 > job.key)', put it on every machine and "
      "set TROUPE_KEY_FILE to its path";
  CHECK(wrong(torch, {}) ==
        std::string{"node 0 listens at n1:29501, which other machines may reach, and the job has "
                    "no key; "} +
            advice);
  CHECK(wrong(ours, {{"TROUPE_LISTEN", "0.0.0.0:7000"}}) ==
        std::string{"this node listens at 0.0.0.0:7000, which other machines may reach, and the "
                    "job has no key; "} +
            advice);
}

TEST_CASE("wrong variables of other launchers are named with what is wanted") {
  CHECK(wrong(torch, {{"RANK", "2"}}) == "RANK is '2', wanted less than WORLD_SIZE, which is 2");
  CHECK(wrong(torch, {{"LOCAL_RANK", "1"}}) ==
        "LOCAL_RANK is '1', wanted less than LOCAL_WORLD_SIZE, which is 1");
  CHECK(wrong(torch, {{"WORLD_SIZE", ""}}) ==
        "WORLD_SIZE is not set; torchrun sets it: start the program with torchrun, or unset RANK, "
        "WORLD_SIZE, LOCAL_RANK and LOCAL_WORLD_SIZE");
  CHECK(wrong(torch, {{"MASTER_PORT", "65535"}}) ==
        "MASTER_PORT is '65535', wanted a whole number from 1 to 65534");
  CHECK(wrong(mpi, {}) ==
        "nothing says where node 0 listens; set TROUPE_SEED to host:port of rank 0's machine, the "
        "same for all ranks");
  CHECK(wrong(mpi, {{"OMPI_COMM_WORLD_SIZE", ""}}) ==
        "OMPI_COMM_WORLD_SIZE is not set; mpirun sets it: start the program with mpirun, or unset "
        "the OMPI_COMM_WORLD_ variables");
  CHECK(wrong(slurm, {{"SLURM_PROCID", "2"}}) ==
        "SLURM_PROCID is '2', wanted less than the number of tasks, 2");
  CHECK(wrong(slurm, {{"SLURM_STEP_TASKS_PER_NODE", "1"}}) ==
        "SLURM_STEP_TASKS_PER_NODE is '1', wanted counts whose sum is the number of tasks, 2");
  CHECK(wrong(slurm, {{"SLURM_STEP_TASKS_PER_NODE", "1(y2)"}}) ==
        "SLURM_STEP_TASKS_PER_NODE is '1(y2)', wanted task counts such as 2(x3),1");
  CHECK(wrong(slurm, {{"SLURM_STEP_NODELIST", "n[2-1]"}, {"SLURM_STEP_TASKS_PER_NODE", "1(x2)"}}) ==
        "SLURM_STEP_NODELIST is 'n[2-1]', wanted hosts such as n[001-003,7],m2");
}

TEST_CASE("an error says which launcher's variables are wrong") {
  auto vars = slurm;
  vars["SLURM_PROCID"] = "first";
  const auto found = troupe::setup_from_environment(vars);
  REQUIRE_FALSE(found);
  CHECK(troupe::to_string(found.error()) ==
        "config_error in the environment of Slurm: SLURM_PROCID is 'first', wanted a whole number "
        "from 0 to 1048575");
}

TEST_CASE("a key file is read if only its owner can do so") {
  std::string path = "/tmp/troupe-key-XXXXXX";
  const int file = ::mkstemp(path.data());
  REQUIRE(file >= 0);
  REQUIRE(::write(file, "abc\n", 4) == 4);
  const auto vars = [&] {
    auto all = ours;
    all["TROUPE_KEY_FILE"] = path;
    return all;
  }();
  const auto found = troupe::setup_from_environment(vars);
  REQUIRE(found);
  CHECK((*found)->key == "abc");

  REQUIRE(::fchmod(file, 0604) == 0);
  CHECK(wrong(vars, {}) == "other users have access to the key file \"" + path +
                               "\"; run 'chmod 600 " + path +
                               "', and make a new key if they may have seen it");
  REQUIRE(::fchmod(file, 0600) == 0);
  REQUIRE(::ftruncate(file, 0) == 0);
  CHECK(wrong(vars, {}).starts_with("the key file \"" + path + "\" is empty; make one with"));
  ::close(file);
  ::unlink(path.c_str());
  CHECK(wrong(vars, {}) ==
        "the key file \"" + path + "\" can't be read; check the path and the file's owner");
}
