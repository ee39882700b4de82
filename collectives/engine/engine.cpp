#include <troupe/actors/progress/spin.hpp>
#include <troupe/collectives/engine/engine.hpp>

#include <algorithm>
#include <thread>

namespace troupe::detail {

engine::engine(const engine_environment& around)
    : endpoint{around.rank},
      around_{around},
      scratch_{around.memory},
      out_{around.rank, around.peers, scratch_, around.eager},
      pulls_{around.rank},
      transfers_{{.out = out_,
                  .pulls = pulls_,
                  .scratch = scratch_,
                  .over =
                      [this](const transfer& t, const status& what, error failure) {
                        auto& sink = *t.common().sink;
                        if (failure)
                          sink.fail(explain(t.common(), t.is_send ? "send" : "recv",
                                            with_cause(*t.group, std::move(failure))));
                        else
                          sink.succeed(what);
                        sink.base().release();
                      }}},
      outcomes_{state_pool<outcome>::make()},
      statuses_{state_pool<status>::make()} {}

engine::~engine() {
  outcomes_->close();
  statuses_->close();
}

bool engine::enter() {
  for (int tries = 0; tries < 64; ++tries) {
    if (get_turn().try_acquire()) return true;
    relax();
  }
  return false;
}

void engine::enter_for_sure() {
  while (!get_turn().try_acquire()) std::this_thread::yield();
}

context& engine::group(context_id id) {
  auto& known = groups_[id];
  if (!known) known = std::make_unique<context>(id);
  return *known;
}

void engine::open(context_id id, std::string name, std::vector<rank_id> members, rank_id own) {
  enter_for_sure();
  group(id).open(std::move(name), std::move(members), own);
  leave();
}

template <class Call>
void engine::submit(const Call& what) {
  if (!enter()) {
    submissions_.push(what);
    around_.turns.notify(*this);
    return;
  }
  take_submissions();  // what this thread left earlier comes first
  begin(what);
  run_ready(effort::full);
  leave();
}

template <class T, class Call>
state<T>* engine::start_pooled(state_pool<T>* pool, Call what) {
  if (!enter()) {
    auto* fresh = new operation_state<T>{this, &around_.body};
    start_with(what, *fresh);
    return fresh;
  }
  auto* pooled = pool->take(this, &around_.body);
  pooled->retain();
  what.sink = pooled;
  take_submissions();
  begin(what);
  run_ready(effort::full);
  leave();
  return pooled;
}

state<outcome>* engine::start(collective_call what) {
  return start_pooled(outcomes_, what);
}
state<status>* engine::start(send_call what) {
  return start_pooled(statuses_, what);
}
state<status>* engine::start(receive_call what) {
  return start_pooled(statuses_, what);
}

bool engine::has_input() const {
  return frames_.has_frames() || !submissions_.empty() ||
         left_over_.load(std::memory_order_seq_cst);
}

bool engine::take_submissions() {
  if (submissions_.empty()) return false;
  submissions_.take(
      [this](const auto& any) { std::visit([this](const auto& what) { begin(what); }, any); });
  return true;
}

bool engine::take_frames() {
  return frames_.drain(
      [this](const frame& header, std::span<const std::byte> payload) { handle(header, payload); });
}

bool engine::step(effort limit) {
  bool worked = false;
  for (int rounds = 0; rounds < 16; ++rounds) {
    const bool more = take_submissions() | take_frames() | run_ready(limit);
    if (!more) break;
    worked = true;
  }
  check_drained();
  return worked;
}

void engine::accept(const frame& header, std::span<const std::byte> payload) {
  take_submissions();
  take_frames();
  handle(header, payload);
  run_ready(effort::full);
  check_drained();
}

bool engine::run_ready(effort limit) {
  left_over_.store(false, std::memory_order_relaxed);
  bool worked = false;
  bool postponed = false;
  while (!runnable_.empty()) {
    batch_.swap(runnable_);
    std::vector<execution*> later;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      auto* each = batch_[i];
      if (each == nullptr) continue;  // retired by another of this batch
      each->listed = false;
      each->run(limit);
      batch_[i] = nullptr;
      worked = true;
      if (each->has_ready() && !each->failure() && !each->listed) {
        later.push_back(each);
        continue;
      }
      settle(*each);
    }
    batch_.clear();
    for (auto* each : later) {
      if (each->listed) continue;
      each->listed = true;
      runnable_.push_back(each);
      postponed = true;
    }
    if (postponed) break;
  }
  if (postponed) left_over_.store(true, std::memory_order_seq_cst);
  return worked && !postponed;
}

void engine::handle(const frame& header, std::span<const std::byte> payload) {
  switch (header.kind) {
    case frame_kind::eager:
    case frame_kind::offer:
      if ((header.flags & frame_flags::point_to_point) != 0)
        transfers_.arrived(group(header.context), header, payload);
      else
        collective_message(header, payload);
      return;
    case frame_kind::done:
    case frame_kind::cancelled:
      return out_.answered(header);
    case frame_kind::credit:
      return out_.credited(header.source, header.bytes);
    case frame_kind::flush: {
      frame answer;
      answer.kind = frame_kind::flushed;
      answer.destination = header.source;
      return out_.reply(answer);
    }
    case frame_kind::flushed:
      return out_.flushed(header.source);
    case frame_kind::withdrawn:
      return transfers_.withdrawn(group(header.context), header);
    case frame_kind::mismatch:
      return told_mismatch(header, payload);
    case frame_kind::tombstone:
      return tombstone(header, payload);
    default:
      break;
  }
  switch (static_cast<notice>(header.kind)) {
    case notice::pulled:
      return pulls_.ended(header.token, static_cast<access>(header.bytes));
    case notice::writable:
      out_.writable(header.source);
      return retry_stalled();
    case notice::gone:
      return gone(header.source);
  }
}

void engine::retry_stalled() {
  transfers_.retry();
  for (auto& [id, where] : groups_)
    for (auto* running : where->running) running->retry();
}

bool engine::refuse(const call& what) {
  if (!closed_) return false;
  what.sink->fail(explain(what, "call", closed_));
  what.sink->base().release();
  return true;
}

void engine::begin(const send_call& what) {
  if (refuse(what)) return;
  note_deadline(what.deadline);
  transfers_.send(group(what.context), what);
}

void engine::begin(const receive_call& what) {
  if (refuse(what)) return;
  note_deadline(what.deadline);
  auto& where = group(what.context);
  transfers_.receive(where, what);
  // A receive from a rank that is gone gets what that rank had sent, and then no more.
  rank_id lost = 0;
  for (const auto rank : gone_) {
    const auto member = where.from_world(rank);
    if (member < 0) continue;
    ++lost;
    // A wildcard goes on with those who are left, but not with nobody.
    if (what.peer == member || (what.peer == any_source && lost + 1 == where.size()))
      transfers_.gone(where, member);
  }
}

std::optional<status> engine::probe(context_id id, rank_id source, std::int32_t tag) {
  enter_for_sure();
  take_submissions();
  take_frames();
  run_ready(effort::full);
  auto& where = group(id);
  posted_receive pattern{source == any_source ? any_source : where.to_world(source), tag, 0};
  std::optional<status> found;
  if (const auto* header = where.messages.peek(pattern))
    found = status{where.from_world(header->source), header->tag,
                   header->bytes / size_of(header->type), header->type};
  leave();
  return found;
}

error engine::with_cause(const context& where, error failure) const {
  const bool fits = failure == errc::peer_failed || failure == errc::peer_failed_pending;
  auto details = failure.details();
  if (!fits || details.peers.size() != 1) return failure;
  const auto why = around_.peers.why_gone(where.to_world(details.peers[0]));
  if (!why) return failure;
  details.what += ": " + why.details().what;
  return {failure.code(), std::move(details)};
}

error engine::explain(const call& what, std::string_view operation, const error& why) const {
  auto details = why.details();
  details.operation = operation;
  details.op.context = what.context;
  details.rank = world_rank();
  details.site = what.site;
  const auto found = groups_.find(what.context);
  if (found != groups_.end()) {
    details.communicator = found->second->name();
    details.rank = found->second->rank();
  }
  return {why.code(), std::move(details)};
}

}  // namespace troupe::detail
