#include <troupe/actors/caf.hpp>
#include <troupe/deploy/world/actor_system.hpp>

namespace troupe::detail {

namespace {

struct configuration : caf::actor_system_config {
  configuration() {
    // Work sharing waits on a condition variable; work stealing polls, which costs an idle rank
    // CPU.
    set("scheduler.policy", caf::atom("sharing"));
  }
};

}  // namespace

struct own_actor_system::state {
  configuration config;
  caf::actor_system system{config};
};

own_actor_system::own_actor_system() : state_{std::make_unique<state>()} {}
own_actor_system::~own_actor_system() = default;
caf::actor_system& own_actor_system::get() {
  return state_->system;
}

}  // namespace troupe::detail
