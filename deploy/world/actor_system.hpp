#pragma once

#include <caf/fwd.hpp>

#include <memory>

namespace troupe::detail {

/// An actor system for programs that have none: no middleman, no open port, idle workers that
/// sleep.
class own_actor_system {
 public:
  own_actor_system();
  ~own_actor_system();
  own_actor_system(const own_actor_system&) = delete;
  own_actor_system& operator=(const own_actor_system&) = delete;

  caf::actor_system& get();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace troupe::detail
