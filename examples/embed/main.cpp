// Ranks inside a program that has an actor system already: its own actors supervise the ranks, talk
// to them, and are told when one fails.
#include <troupe/troupe.hpp>

#include <caf/all.hpp>

#include <cstdio>
#include <string>

namespace {

/// Monitors every rank and ends when the last one has.
caf::behavior supervisor(caf::stateful_actor<std::size_t>* self,
                         const std::vector<caf::actor>& ranks) {
  self->state = ranks.size();
  for (const auto& each : ranks) self->monitor(each);
  self->set_down_handler([self](caf::down_msg& m) {
    std::printf("supervisor: a rank ended, %s\n",
                m.reason ? caf::to_string(m.reason).c_str() : "normally");
    if (--self->state == 0) self->quit();
  });
  return {[](int) {}};
}

void body(troupe::communicator world) {
  float value = static_cast<float>(world.rank());
  world.all_reduce(std::span{&value, 1}, troupe::sum).get();
  if (world.rank() == 0) std::printf("rank 0: the ranks' numbers add up to %g\n", value);
  if (world.rank() == 2) throw std::runtime_error{"rank 2 has had enough"};
  // The others find out as a value: the dead rank is named.
  const auto barrier = world.barrier().result();
  if (!barrier && world.rank() == 0)
    std::printf("rank 0: %s\n", to_string(barrier.error()).c_str());
}

}  // namespace

int main() {
  caf::actor_system_config config;
  caf::actor_system system{config};  // the program's own
  {
    troupe::world local{system, {.ranks = 4}};
    const auto ranks = local.spawn(body);
    const auto watching = system.spawn(supervisor, ranks);  // an actor nobody holds is dropped

    caf::scoped_actor self{system};
    self->request(ranks[3], std::chrono::seconds{5}, caf::atom_constant<caf::atom("status")>::value)
        .receive(
            [](troupe::rank_id rank, troupe::rank_id size) {
              std::printf("an actor asked: rank %d of %d\n", rank, size);
            },
            [&](const caf::error& why) {
              std::printf("an actor asked: %s\n", system.render(why).c_str());
            });

    int failed = 0;
    for (const auto& verdict : local.join()) failed += verdict ? 1 : 0;
    std::printf("%d of %d ranks failed\n", failed, local.size());
  }
  return 0;
}
