#include <troupe/actors/membership/membership_actor.hpp>
#include <troupe/deploy/world/control_plane.hpp>
#include <troupe/transports/tcp/medium.hpp>

#include <condition_variable>
#include <mutex>
#include <optional>

namespace troupe::detail {

namespace {

/// For the last words of a node that leaves.
constexpr std::chrono::seconds farewell_limit{2};

std::string name_of(const node_setup& setup) {
  return setup.name.empty() ? "node " + std::to_string(setup.self) : setup.name;
}

tcp_options tcp_of(const node_setup& setup) {
  tcp_options options;
  options.self = setup.self;
  options.nodes = setup.nodes;
  options.job = setup.job;
  options.job_key = setup.key;
  if (!setup.listen.empty()) options.listen = setup.listen;
  options.inherited_listener = setup.listener;
  options.connect_timeout = setup.ready_timeout + std::chrono::seconds{5};
  return options;
}

}  // namespace

struct control_plane::state {
  explicit state(router& r) : frames{r} {}

  std::shared_ptr<link> way_to(node_id node);
  membership_wiring wiring();
  template <class Ready>
  bool wait(Ready ready, std::optional<std::chrono::seconds> limit = {}) {
    std::unique_lock lock{mutex};
    if (limit) return changed.wait_for(lock, *limit, ready);
    changed.wait(lock, ready);
    return true;
  }
  template <class Change>
  void change(Change make) {
    std::lock_guard lock{mutex};
    make();
    changed.notify_all();
  }

  router& frames;
  node_setup setup;
  std::unique_ptr<tcp_medium> tcp;
  std::vector<medium*> media;
  link_class common = link_class::tcp;
  std::optional<membership_handle> members;

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<node_info> roster;
  bool open = false, left = false;
  error failure;
};

std::shared_ptr<link> control_plane::state::way_to(node_id node) {
  std::unique_lock lock{mutex};
  if (!roster.empty()) {
    const auto& peer = roster[static_cast<std::size_t>(node)];
    lock.unlock();  // the roster doesn't change any more
    return tcp->connect(peer);
  }
  lock.unlock();
  // Before that node 0 answers those that have come, and the others know node 0 alone.
  if (node == 0) return tcp->connect_to(0, {setup.seed});
  return tcp->connect_to(node, {});
}

membership_wiring control_plane::state::wiring() {
  membership_wiring w;
  w.send = [this](node_id to, std::span<const std::byte> payload) {
    frame header;
    header.kind = frame_kind::control;
    header.bytes = payload.size();
    return way_to(to)->send(header, payload);
  };
  w.know = [this](std::vector<node_info> nodes) { change([&] { roster = std::move(nodes); }); };
  w.open = [this] { change([&] { open = true; }); };
  w.rank_gone = [this](rank_id rank, const error& why) { frames.mark_gone(rank, why); };
  w.give_up = [this](const error& why) { change([&] { failure = why; }); };
  w.left = [this] { change([&] { left = true; }); };
  return w;
}

control_plane::control_plane(std::unique_ptr<state> made) : state_{std::move(made)} {}
control_plane::~control_plane() = default;

expected<std::unique_ptr<control_plane>> control_plane::make(caf::actor_system& system,
                                                             const node_setup& setup,
                                                             router& frames, progress& turns,
                                                             reactor& sockets) {
  auto s = std::make_unique<state>(frames);
  s->setup = setup;
  auto tcp = make_tcp_medium(tcp_of(setup), frames, sockets);
  if (!tcp) return tcp.error();
  s->tcp = *std::move(tcp);
  turns.add(*s->tcp);
  s->media.push_back(s->tcp.get());

  node_info self{.id = setup.self, .name = name_of(setup)};
  self.addresses = {s->tcp->local_address()};
  self.first_rank = setup.first_rank;
  self.ranks = setup.ranks;
  s->members.emplace(
      system,
      membership_options{.self = std::move(self),
                         .nodes = setup.nodes,
                         .ready_timeout = setup.ready_timeout,
                         .seed = setup.self == 0 ? s->tcp->local_address() : setup.seed},
      s->wiring());
  return std::unique_ptr<control_plane>{new control_plane{std::move(s)}};
}

expected<std::vector<node_info>> control_plane::assemble() {
  auto& s = *state_;
  s.wait([&] { return !s.roster.empty() || s.failure; });
  if (s.failure) return s.failure;
  return s.roster;
}

expected<void> control_plane::wait_open() {
  auto& s = *state_;
  s.members->local_ready();
  s.wait([&] { return s.open || s.failure; });
  if (!s.open) return s.failure;
  return {};
}

const std::vector<medium*>& control_plane::media() const {
  return state_->media;
}

link_class control_plane::common_class() const {
  return state_->common;
}

memory_source* control_plane::memory() const {
  return nullptr;
}

void control_plane::frame_arrived(node_id from, std::span<const std::byte> payload) {
  state_->members->frame_arrived(from, payload);
}

void control_plane::link_down(node_id peer, const error& why, bool orderly) {
  state_->members->link_down(peer, why, orderly);
}

void control_plane::writable(node_id peer) {
  state_->members->writable(peer);
}

void control_plane::rank_over(rank_id rank, const error& verdict) {
  state_->members->rank_over(rank, verdict);
}

void control_plane::leave() {
  auto& s = *state_;
  s.members->leave();
  s.wait([&] { return s.left; }, farewell_limit);
}

void control_plane::close() {
  state_->members->stop();
  state_->tcp->close(std::chrono::steady_clock::now() + farewell_limit);
}

}  // namespace troupe::detail
