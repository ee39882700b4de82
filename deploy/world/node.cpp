#include <troupe/collectives/communicator_core.hpp>
#include <troupe/deploy/world/control_plane.hpp>
#include <troupe/deploy/world/node.hpp>

#include <iostream>

namespace troupe::detail {

namespace {

/// How long a rank whose body is over waits for its peers to read what it sent.
constexpr std::chrono::seconds drain_limit{30};

}  // namespace

node::node(caf::actor_system& system, node_setup setup)
    : system_{system},
      setup_{std::move(setup)},
      progress_{reactor_, static_cast<unsigned>(std::max(setup_.ranks, setup_.local_ranks))},
      router_{progress_,
              setup_.self,
              {.frame =
                   [this](node_id from, const frame&, std::span<const std::byte> payload) {
                     if (control_) control_->frame_arrived(from, payload);
                   },
               .down =
                   [this](node_id peer, const error& why, bool orderly) {
                     if (control_) control_->link_down(peer, why, orderly);
                   },
               .writable =
                   [this](node_id peer) {
                     if (control_) control_->writable(peer);
                   },
               .warn = [](const std::string& text) { std::clog << "troupe: " + text + '\n'; }}} {}

node::~node() {
  for (auto& each : seats_)
    if (each->runs) each->runs->close({errc::cancelled, "the world is closing"});
  join();
  if (control_) control_->leave();
  progress_.stop();
  for (auto& each : seats_) {
    progress_.remove(*each->runs);
    each->body_executor->finish({});
  }
  // Links may hold on to regions of the engines' memory: they go first.
  if (control_) control_->close();
}

expected<void> node::start() {
  if (setup_.nodes == 1) {
    node_info alone{.id = 0, .name = setup_.name, .ranks = setup_.ranks};
    router_.set_nodes({std::move(alone)});
    make_seats();
    router_.open();
    progress_.start();
    return {};
  }
  auto made = control_plane::make(system_, setup_, router_, progress_, reactor_);
  if (!made) return made.error();
  control_ = *std::move(made);
  progress_.start();
  auto roster = control_->assemble();
  if (!roster) return roster.error();
  router_.set_nodes(*std::move(roster));
  router_.set_media(control_->media(), control_->common_class());
  make_seats();
  router_.open();
  return control_->wait_open();
}

void node::make_seats() {
  std::vector<endpoint*> endpoints;
  auto& memory = control_ && control_->memory() != nullptr ? *control_->memory() : host_memory();
  for (rank_id i = 0; i < setup_.ranks; ++i) {
    auto s = std::make_unique<seat>();
    s->rank = setup_.first_rank + i;
    s->actor = spawn_rank_actor(system_, {s->rank, router_.world_size()},
                                [engine_of = s.get()](const error& why) {
                                  if (engine_of->runs) engine_of->runs->close(why);
                                });
    s->body_executor = std::make_unique<actor_executor>(s->actor);
    s->runs = std::make_shared<engine>(engine_environment{.rank = s->rank,
                                                          .peers = router_,
                                                          .turns = progress_,
                                                          .body = *s->body_executor,
                                                          .memory = memory,
                                                          .time = machine_clock()});
    endpoints.push_back(s->runs.get());
    seats_.push_back(std::move(s));
  }
  within_ = std::make_unique<in_process_link>(setup_.first_rank, endpoints);
  router_.set_local(setup_.first_rank, std::move(endpoints), *within_);
  std::vector<rank_id> members(static_cast<std::size_t>(router_.world_size()));
  for (std::size_t i = 0; i < members.size(); ++i) members[i] = static_cast<rank_id>(i);
  for (auto& each : seats_) {
    each->runs->open(0, "world", members, each->rank);
    progress_.add(*each->runs);
  }
}

communicator node::world_of(const seat& s) const {
  auto& memory = control_ && control_->memory() != nullptr ? *control_->memory() : host_memory();
  return communicator{std::make_shared<const communicator_core>(
      s.runs, memory, 0, "world", s.rank, router_.world_size(), setup_.defaults)};
}

struct node::detached_coroutine {
  struct promise_type {
    detached_coroutine get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

namespace {

/// What a body that threw reports.
error verdict_of_exception() {
  try {
    throw;
  } catch (const exception& e) {
    return e.reason();
  } catch (...) {
    return program_failure();
  }
}

class coroutine_start final : public continuation {
 public:
  explicit coroutine_start(std::function<void()> begin) : begin_{std::move(begin)} {}
  void run() noexcept override {
    const std::unique_ptr<coroutine_start> self{this};
    const continuation_scope scope;
    begin_();
  }

 private:
  std::function<void()> begin_;
};

}  // namespace

std::vector<caf::actor> node::spawn(const rank_body& body) {
  std::vector<caf::actor> actors;
  running_ = seats_.size();
  for (auto& each : seats_) {
    each->body = body;
    actors.push_back(each->actor);
  }
  for (auto& each : seats_) {
    if (body.function)
      each->thread = std::thread{[this, &s = *each] { run_function(s); }};
    else
      each->body_executor->post(*new coroutine_start{[this, &s = *each] { run_coroutine(s); }});
  }
  return actors;
}

void node::run_function(seat& s) {
  error verdict;
  try {
    s.body.function(world_of(s));
  } catch (...) {
    verdict = verdict_of_exception();
  }
  if (!verdict) s.runs->drained()->wait(std::chrono::steady_clock::now() + drain_limit);
  finish(s, verdict);
}

node::detached_coroutine node::run_coroutine(seat& s) {
  error verdict;
  try {
    co_await s.body.coroutine(world_of(s));
  } catch (...) {
    verdict = verdict_of_exception();
  }
  if (!verdict) {
    future<void> drained{s.runs->drained()};
    (void)co_await drained.within(drain_limit).settled();
  }
  finish(s, verdict);
}

void node::finish(seat& s, const error& verdict) {
  s.runs->close({errc::cancelled, "the rank's body is over"});
  const auto who = "rank " + std::to_string(s.rank);
  const error gone{errc::peer_failed, verdict ? who + " failed: " + to_string(verdict)
                                              : who + " has left: its body returned"};
  router_.mark_gone(s.rank, gone);
  if (control_) control_->rank_over(s.rank, verdict);
  s.body_executor->finish(verdict);
  std::lock_guard lock{mutex_};
  s.verdict = verdict;
  s.over = true;
  --running_;
  changed_.notify_all();
}

std::vector<error> node::join() {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [this] { return running_ == 0; });
  lock.unlock();
  std::vector<error> verdicts;
  for (auto& each : seats_) {
    if (each->thread.joinable()) each->thread.join();
    verdicts.push_back(each->verdict);
  }
  return verdicts;
}

}  // namespace troupe::detail
