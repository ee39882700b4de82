#include <troupe/deploy/environment/launchers.hpp>
#include <troupe/deploy/environment/own_address.hpp>

#include <algorithm>
#include <array>

namespace troupe::detail {
namespace {

constexpr auto incomplete =
    "torchrun sets it: start the program with torchrun, or unset RANK, "
    "WORLD_SIZE, LOCAL_RANK and LOCAL_WORLD_SIZE";

}  // namespace

bool started_by_torchrun(const variables& vars) {
  // One of these alone may well be somebody else's.
  constexpr std::array<std::string_view, 4> seat{"RANK", "WORLD_SIZE", "LOCAL_RANK",
                                                 "LOCAL_WORLD_SIZE"};
  return vars.has("TORCHELASTIC_RUN_ID") ||
         std::count_if(seat.begin(), seat.end(), [&](auto name) { return vars.has(name); }) >= 2;
}

node_setup read_torchrun(variables& vars) {
  const auto size = vars.number("WORLD_SIZE", 1, most_ranks, incomplete);
  const auto rank = vars.number("RANK", 0, most_ranks - 1, incomplete);
  const auto local = vars.number_or("LOCAL_WORLD_SIZE", 1, most_ranks, 0);
  const auto local_rank = vars.number_or("LOCAL_RANK", 0, most_ranks - 1, 0);
  if (rank >= size) vars.refuse("RANK", "less than WORLD_SIZE, which is " + std::to_string(size));
  if (local > size)
    vars.refuse("LOCAL_WORLD_SIZE", "at most WORLD_SIZE, which is " + std::to_string(size));
  if (local != 0 && local_rank >= local)
    vars.refuse("LOCAL_RANK", "less than LOCAL_WORLD_SIZE, which is " + std::to_string(local));
  auto setup = one_rank(rank, size, local);
  // A group that was restarted is another job: what is left of the old one must not join.
  setup.job = job_name(
      "torchrun", vars.text("TORCHELASTIC_RUN_ID") + "." + vars.text("TORCHELASTIC_RESTART_COUNT"));
  if (size == 1 || vars.has("TROUPE_SEED")) return setup;
  // MASTER_PORT itself belongs to torchrun's store.
  const auto port = vars.number("MASTER_PORT", 1, 65534, "torchrun sets it; or set TROUPE_SEED");
  const auto master = vars.text("MASTER_ADDR");
  if (local != size && master.empty())
    vars.fail({errc::config_error, "MASTER_ADDR is not set",
               "torchrun sets it; or set TROUPE_SEED to host:port where rank 0 is to listen"});
  setup.seed = join_address(local == size ? "127.0.0.1" : master, static_cast<unsigned>(port) + 1);
  return setup;
}

}  // namespace troupe::detail
