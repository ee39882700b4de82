// Worlds of nodes that start late, leave and die at random moments, over links with random delays.

#include <troupe/actors/membership/membership.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <random>
#include <set>

using namespace troupe;
using namespace troupe::detail;
using namespace std::chrono_literals;

namespace {

constexpr auto ready_timeout = 10s;

class simulated {
 public:
  explicit simulated(std::uint64_t seed) : random_{seed} {
    nodes_ = 2 + static_cast<node_id>(random_() % 8);
    all_start_ = random_() % 4 != 0;
    for (node_id id = 0; id < nodes_; ++id) {
      machines_.emplace_back(membership_options{.self = {.id = id,
                                                         .name = "n" + std::to_string(id),
                                                         .addresses = {"a"},
                                                         .first_rank = id,
                                                         .ranks = 1},
                                                .nodes = nodes_,
                                                .ready_timeout = ready_timeout,
                                                .seed = "seed"});
      alive_.push_back(true);
      started_.push_back(false);
      over_.push_back(false);
      opened_.push_back(false);
      gone_.emplace_back();
      if (all_start_ || random_() % 3 != 0) at(now_ + delay(2000), [this, id] { start(id); });
    }
    // Departures begin at moments that may be before the world has.
    for (node_id id = 0; id < nodes_; ++id) {
      const auto fate = random_() % 4;
      if (fate == 0) at(now_ + delay(20'000), [this, id] { die(id); });
      if (fate == 1) at(now_ + delay(20'000), [this, id] { leave(id); });
      if (fate == 2) at(now_ + delay(20'000), [this, id] { finish_body(id); });
    }
  }

  void run() {
    while (!events_.empty() && now_ < time_point{2h}) {
      auto next = events_.top();
      events_.pop();
      now_ = next.when;
      next.work();
    }
  }

  bool began() const { return std::find(opened_.begin(), opened_.end(), true) != opened_.end(); }

  void check() const {
    for (node_id id = 0; id < nodes_; ++id) {
      const auto i = static_cast<std::size_t>(id);
      INFO("node " << id << " of " << nodes_);
      if (!alive_[i] || !started_[i] || left_.contains(id)) continue;
      CHECK((opened_[i] || over_[i]));  // nobody waits for ever
      if (!opened_[i]) continue;
      std::set<rank_id> departed;
      for (node_id other = 0; other < nodes_; ++other)
        if (!alive_[static_cast<std::size_t>(other)] || left_.contains(other))
          departed.insert(other);
      departed.insert(bodies_over_.begin(), bodies_over_.end());
      CHECK(gone_[i] == departed);
    }
    if (began()) CHECK(std::find(started_.begin(), started_.end(), false) == started_.end());
  }

 private:
  struct event {
    time_point when;
    std::uint64_t order;
    std::function<void()> work;
    bool operator<(const event& other) const {
      return std::tie(when, order) > std::tie(other.when, other.order);
    }
  };

  std::chrono::milliseconds delay(unsigned most) {
    return std::chrono::milliseconds{1 + random_() % most};
  }
  void at(time_point when, std::function<void()> work) {
    events_.push({when, order_++, std::move(work)});
  }
  membership& machine(node_id id) { return machines_[static_cast<std::size_t>(id)]; }
  bool runs(node_id id) const {
    const auto i = static_cast<std::size_t>(id);
    return alive_[i] && started_[i] && !left_.contains(id);
  }

  void start(node_id id) {
    if (!alive_[static_cast<std::size_t>(id)]) return;
    started_[static_cast<std::size_t>(id)] = true;
    take(id, machine(id).start(now_));
    at(machine(id).next_tick(), [this, id] {
      if (runs(id) && machine(id).next_tick() <= now_) take(id, machine(id).tick(now_));
    });
  }

  void die(node_id id) {
    if (left_.contains(id)) return;
    alive_[static_cast<std::size_t>(id)] = false;
    break_links(id, false);
  }

  void leave(node_id id) {
    if (!runs(id) || !opened_[static_cast<std::size_t>(id)]) return;
    take(id, machine(id).leave());
    left_.insert(id);
    break_links(id, true);
  }

  void finish_body(node_id id) {
    if (!runs(id) || !opened_[static_cast<std::size_t>(id)]) return;
    bodies_over_.insert(id);
    take(id, machine(id).rank_over(id, {}));
  }

  /// The other ends notice, after what was on its way.
  void break_links(node_id id, bool orderly) {
    for (node_id other = 0; other < nodes_; ++other)
      if (other != id && links_.contains(std::minmax(id, other))) notice(other, id, orderly);
  }
  void notice(node_id at_node, node_id peer, bool orderly) {
    const auto when = after(peer, at_node);
    at(when, [this, at_node, peer, orderly] {
      if (runs(at_node))
        take(at_node, machine(at_node).link_down(peer, {errc::link_failed, "broken"}, orderly));
    });
  }

  /// Frames between two nodes keep their order.
  time_point after(node_id from, node_id to) {
    auto& last = last_[{from, to}];
    last = std::max(last, now_ + delay(300));
    return last;
  }

  void take(node_id from, membership::actions actions) {
    for (auto& each : actions) {
      if (auto* s = std::get_if<wish::send>(&each)) {
        send(from, s->to, std::move(s->payload));
      } else if (std::holds_alternative<wish::know>(each)) {
        at(now_ + delay(500), [this, from] {
          if (runs(from)) take(from, machine(from).local_ready());
        });
      } else if (std::holds_alternative<wish::open>(each)) {
        CHECK(!opened_[static_cast<std::size_t>(from)]);
        opened_[static_cast<std::size_t>(from)] = true;
      } else if (std::holds_alternative<wish::give_up>(each)) {
        over_[static_cast<std::size_t>(from)] = true;
      } else if (auto* g = std::get_if<wish::rank_gone>(&each)) {
        const bool first = gone_[static_cast<std::size_t>(from)].insert(g->rank).second;
        CHECK(first);  // a rank goes once
      }
    }
  }

  void send(node_id from, node_id to, std::vector<std::byte> payload) {
    links_.insert(std::minmax(from, to));
    const auto i = static_cast<std::size_t>(to);
    if (!started_[i] && alive_[i]) {  // dialled until it is there
      if (now_ < time_point{1h})
        at(now_ + 50ms, [this, from, to, payload] {
          if (runs(from)) send(from, to, payload);
        });
      return;
    }
    if (!runs(to)) return notice(from, to, left_.contains(to));
    at(after(from, to), [this, from, to, payload] {
      if (runs(to)) take(to, machine(to).message_arrived(from, payload));
    });
  }

  std::mt19937_64 random_;
  node_id nodes_ = 0;
  bool all_start_ = true;
  time_point now_{};
  std::uint64_t order_ = 0;
  std::priority_queue<event> events_;
  std::vector<membership> machines_;
  std::vector<bool> alive_, started_, over_, opened_;
  std::set<node_id> left_, bodies_over_;
  std::vector<std::set<rank_id>> gone_;
  std::set<std::pair<node_id, node_id>> links_;
  std::map<std::pair<node_id, node_id>, time_point> last_;
};

}  // namespace

TEST_CASE("In 500 seeded worlds everybody begins or gives up, and learns of every departure once") {
  int worlds_that_began = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    INFO("seed " << seed);
    simulated world{seed};
    world.run();
    world.check();
    worlds_that_began += world.began() ? 1 : 0;
  }
  CHECK(worlds_that_began > 125);
}
