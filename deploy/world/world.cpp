#include <troupe/deploy/world/actor_system.hpp>
#include <troupe/deploy/world/node.hpp>
#include <troupe/deploy/world/world.hpp>

namespace troupe {

struct world::state {
  std::unique_ptr<detail::own_actor_system> own;
  std::unique_ptr<detail::node> home;
  rank_id ranks = 0;
  bool spawned = false;

  detail::node& begin() {
    if (std::exchange(spawned, true))
      throw exception{error{errc::invalid_usage, "a world was given a second body",
                            "make another world, or do both in one body"}};
    return *home;
  }
};

namespace {

std::unique_ptr<detail::node> make_home(caf::actor_system& system, const world_options& options) {
  if (options.ranks < 1)
    throw exception{error{errc::invalid_argument,
                          "a world of " + std::to_string(options.ranks) + " ranks",
                          "ask for one at least"}};
  node_setup setup;
  setup.ranks = options.ranks;
  setup.name = "node 0";
  setup.defaults = options.defaults;
  auto home = std::make_unique<detail::node>(system, std::move(setup));
  home->start().value();
  return home;
}

}  // namespace

world::world(const world_options& options) : state_{std::make_unique<state>()} {
  state_->own = std::make_unique<detail::own_actor_system>();
  state_->ranks = options.ranks;
  state_->home = make_home(state_->own->get(), options);
}

world::world(caf::actor_system& system, const world_options& options)
    : state_{std::make_unique<state>()} {
  state_->ranks = options.ranks;
  state_->home = make_home(system, options);
}

world::~world() = default;

rank_id world::size() const {
  return state_->ranks;
}

std::vector<caf::actor> world::spawn_function(std::function<void(communicator)> body) {
  return state_->begin().spawn({std::move(body), {}});
}

std::vector<caf::actor> world::spawn_coroutine(std::function<task<>(communicator)> body) {
  return state_->begin().spawn({{}, std::move(body)});
}

std::vector<error> world::join() {
  return state_->home->join();
}

void world::throw_first(const std::vector<error>& verdicts) {
  const error* first = nullptr;
  for (const auto& each : verdicts) {
    if (!each) continue;
    if (first == nullptr || (*first == errc::peer_failed && each.code() != errc::peer_failed))
      first = &each;
  }
  if (first != nullptr) throw exception{*first};
}

}  // namespace troupe
