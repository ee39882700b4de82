#include <troupe/actors/caf.hpp>
#include <troupe/actors/caf_error.hpp>
#include <troupe/actors/membership/membership_actor.hpp>

#include <chrono>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace troupe::detail {

struct membership_handle::state {
  state(membership_options options, membership_wiring wired)
      : machine{std::move(options)}, wiring{std::move(wired)} {}

  void run(membership::actions actions);
  void flush(node_id peer);
  bool all_said() const;

  std::mutex mutex;  // the actor against `stop`
  bool stopped = false;
  membership machine;
  membership_wiring wiring;
  std::unordered_map<node_id, std::deque<std::vector<std::byte>>> outboxes;
  bool leaving = false;
};

void membership_handle::state::flush(node_id peer) {
  auto& outbox = outboxes[peer];
  while (!outbox.empty() && wiring.send(peer, outbox.front())) outbox.pop_front();
}

bool membership_handle::state::all_said() const {
  for (const auto& [peer, outbox] : outboxes)
    if (!outbox.empty()) return false;
  return true;
}

void membership_handle::state::run(membership::actions actions) {
  for (auto& each : actions) {
    if (auto* s = std::get_if<wish::send>(&each)) {
      outboxes[s->to].push_back(std::move(s->payload));
      flush(s->to);
    } else if (auto* k = std::get_if<wish::know>(&each)) {
      wiring.know(std::move(k->nodes));
    } else if (std::holds_alternative<wish::open>(each)) {
      wiring.open();
    } else if (auto* g = std::get_if<wish::rank_gone>(&each)) {
      wiring.rank_gone(g->rank, g->why);
    } else if (auto* u = std::get_if<wish::give_up>(&each)) {
      wiring.give_up(u->why);
    }
  }
  if (leaving && all_said()) wiring.left();
}

namespace {

using start_atom = caf::atom_constant<caf::atom("start")>;
using frame_atom = caf::atom_constant<caf::atom("frame")>;
using down_atom = caf::atom_constant<caf::atom("linkdown")>;
using writable_atom = caf::atom_constant<caf::atom("writable")>;
using ready_atom = caf::atom_constant<caf::atom("ready")>;
using over_atom = caf::atom_constant<caf::atom("rankover")>;
using leave_atom = caf::atom_constant<caf::atom("leave")>;
using tick_atom = caf::atom_constant<caf::atom("tick")>;

}  // namespace

membership_handle::membership_handle(caf::actor_system& system, membership_options options,
                                     membership_wiring wiring)
    : state_{std::make_shared<state>(std::move(options), std::move(wiring))} {
  actor_ = system.spawn([about = state_](caf::event_based_actor* self) -> caf::behavior {
    const auto locked = [about](auto work) {
      std::lock_guard lock{about->mutex};
      if (!about->stopped) work(*about);
    };
    return {
        [=](start_atom) {
          locked([&](state& s) {
            const auto now = std::chrono::steady_clock::now();
            s.run(s.machine.start(now));
            if (s.machine.next_tick() != time_point::max())
              self->delayed_send(self, s.machine.next_tick() - now, tick_atom::value);
          });
        },
        [=](tick_atom) {
          locked([](state& s) { s.run(s.machine.tick(std::chrono::steady_clock::now())); });
        },
        [=](frame_atom, node_id from, const std::string& payload) {
          locked([&](state& s) {
            s.run(s.machine.message_arrived(from, std::as_bytes(std::span{payload})));
          });
        },
        [=](down_atom, node_id peer, const caf::error& why, bool orderly) {
          locked([&](state& s) {
            s.outboxes[peer].clear();
            s.run(s.machine.link_down(peer, from_caf(why), orderly));
          });
        },
        [=](writable_atom, node_id peer) {
          locked([&](state& s) {
            s.flush(peer);
            s.run({});
          });
        },
        [=](ready_atom) { locked([](state& s) { s.run(s.machine.local_ready()); }); },
        [=](over_atom, rank_id rank, const caf::error& verdict) {
          locked([&](state& s) { s.run(s.machine.rank_over(rank, from_caf(verdict))); });
        },
        [=](leave_atom) {
          locked([](state& s) {
            auto last = s.machine.leave();
            s.leaving = true;
            s.run(std::move(last));
          });
        },
        [=](finish_atom) { self->quit(); },
        [=](status_atom) {
          node_id present = 0, hub = 0;
          locked([&](state& s) {
            present = s.machine.present();
            hub = s.machine.hub();
          });
          return caf::make_message(present, hub);
        },
    };
  });
  caf::anon_send(actor_, start_atom::value);
}

membership_handle::~membership_handle() {
  stop();
}

void membership_handle::frame_arrived(node_id from, std::span<const std::byte> payload) {
  caf::anon_send(actor_, frame_atom::value, from,
                 std::string{reinterpret_cast<const char*>(payload.data()), payload.size()});
}

void membership_handle::link_down(node_id peer, const error& why, bool orderly) {
  caf::anon_send(actor_, down_atom::value, peer, to_caf(why), orderly);
}

void membership_handle::writable(node_id peer) {
  caf::anon_send(actor_, writable_atom::value, peer);
}

void membership_handle::local_ready() {
  caf::anon_send(actor_, ready_atom::value);
}

void membership_handle::rank_over(rank_id rank, const error& verdict) {
  caf::anon_send(actor_, over_atom::value, rank, to_caf(verdict));
}

void membership_handle::leave() {
  caf::anon_send(actor_, leave_atom::value);
}

void membership_handle::stop() {
  if (!actor_) return;
  {
    std::lock_guard lock{state_->mutex};
    state_->stopped = true;
  }
  caf::anon_send(actor_, finish_atom::value);
  actor_ = nullptr;
}

}  // namespace troupe::detail
