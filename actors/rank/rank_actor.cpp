#include <troupe/actors/caf.hpp>
#include <troupe/actors/caf_error.hpp>
#include <troupe/actors/rank/rank_actor.hpp>

#include <mutex>

namespace troupe {

caf::actor spawn_rank_actor(caf::actor_system& system, const rank_description& about,
                            std::function<void(const error&)> on_exit) {
  return system.spawn([about, on_exit = std::move(on_exit)](
                          caf::event_based_actor* self) -> caf::behavior {
    self->set_exit_handler([on_exit](const caf::exit_msg& m) {
      on_exit(error{errc::cancelled, "its actor was told to exit: " + caf::to_string(m.reason)});
    });
    return {
        [](detail::work_atom, std::uint64_t work) {
          detail::from_number<detail::continuation>(work).run();
        },
        [self](detail::finish_atom, const caf::error& reason) { self->quit(reason); },
        [about](detail::status_atom) { return caf::make_message(about.rank, about.size); },
    };
  });
}

struct actor_executor::state {
  std::mutex mutex;  // a rank's end against its last continuations
  caf::actor target;
};

actor_executor::actor_executor(caf::actor target) : state_{std::make_unique<state>()} {
  state_->target = std::move(target);
}

actor_executor::~actor_executor() = default;

void actor_executor::post(detail::continuation& work) {
  {
    std::lock_guard lock{state_->mutex};
    if (state_->target) {
      caf::anon_send(state_->target, detail::work_atom::value, detail::as_number(work));
      return;
    }
  }
  work.run();
}

void actor_executor::finish(const error& reason) {
  std::lock_guard lock{state_->mutex};
  if (!state_->target) return;
  caf::anon_send(state_->target, detail::finish_atom::value, to_caf(reason));
  state_->target = nullptr;
}

}  // namespace troupe
