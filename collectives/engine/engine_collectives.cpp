// The engine's collectives: beginning them, their messages, and how they end.

#include <troupe/collectives/engine/engine.hpp>
#include <troupe/collectives/engine/verdict.hpp>
#include <troupe/collectives/reduce/kernels.hpp>
#include <troupe/collectives/schedule/select.hpp>

#include <algorithm>

namespace troupe::detail {

void engine::begin(const collective_call& what) {
  if (refuse(what)) return;
  auto& where = group(what.context);
  const auto sequence = where.next_sequence++;
  collective_shape shape{.kind = what.kind,
                         .rank = where.rank(),
                         .size = where.size(),
                         .root = what.root,
                         .count = what.count,
                         .in_place = what.in_place};
  const auto medium = around_.peers.common_class();
  const auto element = size_of(what.type);
  const bool rank_order =
      what.rank_order || (what.op == reduction::avg && !average_splits(what.type));
  shape.segment = segment_for(element, medium);
  const auto how =
      what.how != algorithm::automatic ? what.how : select(shape, element, rank_order, medium);
  const fingerprint agreed{.primitive = static_cast<std::uint8_t>(what.kind),
                           .type = static_cast<std::uint8_t>(what.type),
                           .operation = static_cast<std::uint8_t>(what.op),
                           .algorithm = static_cast<std::uint8_t>(how),
                           .root = what.root,
                           .count = what.count};
  if (free_.empty()) {
    executions_.push_back(
        std::make_unique<execution>(execution::tools{out_, pulls_, scratch_, runnable_}));
    free_.push_back(executions_.back().get());
  }
  auto& running = *free_.back();
  free_.pop_back();
  note_deadline(what.deadline);
  running.begin(where, sequence, programs_.get(shape, how), what, agreed);
  where.running.push_back(&running);

  for (std::size_t i = 0; i < where.doomed.size(); ++i) {
    if (where.doomed[i].sequence != sequence) continue;
    const auto verdict = where.doomed[i].verdict;
    where.doomed.erase(where.doomed.begin() + static_cast<std::ptrdiff_t>(i));
    return abort(running, verdict, false);
  }
  for (std::size_t i = 0; i < where.early.size();) {
    if (where.early[i].header.sequence != sequence) {
      ++i;
      continue;
    }
    auto message = std::move(where.early[i]);
    if (i + 1 != where.early.size()) where.early[i] = std::move(where.early.back());
    where.early.pop_back();
    if (message.header.agreed != agreed) {
      const auto header = message.header;
      reject(header);
      scratch_.give(std::move(message.stored));
      return mismatch(where, header, agreed);
    }
    running.arrived(message.header, message.payload());
    scratch_.give(std::move(message.stored));
  }
  for (const auto rank : gone_) {
    const auto member = where.from_world(rank);
    if (member < 0 || !running.needs(member)) continue;
    return abort(running, loss_of(where, member), true);
  }
}

void engine::collective_message(const frame& header, std::span<const std::byte> payload) {
  auto& where = group(header.context);
  for (auto* running : where.running) {
    if (running->sequence() != header.sequence) continue;
    if (running->agreed() == header.agreed) return running->arrived(header, payload);
    reject(header);
    return mismatch(where, header, running->agreed());
  }
  const bool to_come = !where.is_open() || header.sequence >= where.next_sequence;
  const bool is_doomed =
      std::any_of(where.doomed.begin(), where.doomed.end(),
                  [&](const auto& each) { return each.sequence == header.sequence; });
  if (to_come && !is_doomed) {
    where.early.push_back(keep(header, payload, scratch_));
    return;
  }
  reject(header);
  const auto* past = where.recall(header.sequence);
  if (past != nullptr && past->agreed != header.agreed && !past->verdict)
    mismatch(where, header, past->agreed);
}

void engine::reject(const frame& header, std::uint8_t flags) {
  if (header.kind == frame_kind::eager) return out_.consumed(header.source, header.bytes);
  frame reply;
  reply.kind = frame_kind::cancelled;
  reply.flags = flags;
  reply.context = header.context;
  reply.sequence = header.sequence;
  reply.destination = header.source;
  reply.token = header.token;
  out_.reply(reply);
}

void engine::mismatch(context& where, const frame& theirs, const fingerprint& ours) {
  const mismatch_notice told{ours, theirs.agreed, where.rank(), where.from_world(theirs.source)};
  frame header;
  header.kind = frame_kind::mismatch;
  header.sequence = theirs.sequence;
  tell_members(where, header, to_bytes(told));
  const auto why = to_error(told);
  for (auto* running : where.running)
    if (running->sequence() == theirs.sequence) return abort(*running, why, false);
}

void engine::told_mismatch(const frame& header, std::span<const std::byte> payload) {
  const auto told = from_bytes<mismatch_notice>(payload);
  if (told) doom(group(header.context), header.sequence, to_error(*told));
}

void engine::tombstone(const frame& header, std::span<const std::byte> payload) {
  auto& where = group(header.context);
  const auto told = from_bytes<tombstone_notice>(payload);
  if (told) doom(where, header.sequence, to_error(*told, where.from_world(header.source)));
}

void engine::doom(context& where, std::uint64_t sequence, error verdict) {
  for (auto* running : where.running)
    if (running->sequence() == sequence) return abort(*running, verdict, false);
  if (where.is_open() && sequence < where.next_sequence) return;
  where.doomed.push_back({sequence, {}, std::move(verdict)});
  // What has come for it will not be used.
  for (std::size_t i = where.early.size(); i > 0; --i) {
    auto& each = where.early[i - 1];
    if (each.header.sequence != sequence) continue;
    reject(each.header);
    scratch_.give(std::move(each.stored));
    where.early.erase(where.early.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
}

void engine::tell_members(context& where, frame header, std::span<const std::byte> payload) {
  header.context = where.id();
  for (rank_id member = 0; member < where.size(); ++member) {
    if (member == where.rank()) continue;
    header.destination = where.to_world(member);
    out_.reply(header, payload);
  }
}

void engine::settle(execution& running) {
  if (running.failure()) return abort(running, error{running.failure()}, true);
  if (!running.complete()) return;
  auto& sink = *running.what().sink;
  running.group().remember(running.sequence(), running.agreed(), {});
  const outcome how{.contributors = running.group().size()};
  retire(running);
  sink.succeed(how);
  sink.base().release();
}

void engine::abort(execution& running, const error& why, bool tell) {
  auto& where = running.group();
  const auto what = running.what();
  auto details = why.details();
  details.op.sequence = running.sequence();
  const error full{why.code(), std::move(details)};
  where.remember(running.sequence(), running.agreed(), full);
  if (tell) {
    frame header;
    header.kind = frame_kind::tombstone;
    header.sequence = running.sequence();
    tell_members(where, header, to_bytes(tombstone_notice::of(why)));
  }
  retire(running);
  what.sink->fail(explain(what, to_string(what.kind), full));
  what.sink->base().release();
}

void engine::retire(execution& running) {
  auto& where = running.group();
  std::erase(where.running, &running);
  std::erase(runnable_, &running);
  std::replace(batch_.begin(), batch_.end(), &running, static_cast<execution*>(nullptr));
  running.release();
  running.listed = false;
  free_.push_back(&running);
}

/// Why the member is gone, named as its communicator numbers it: the node knows ranks of the world.
error engine::loss_of(const context& where, rank_id member) const {
  const auto why = around_.peers.why_gone(where.to_world(member));
  auto details = why.details();
  details.peers = {member};
  return {why.code(), std::move(details)};
}

void engine::gone(rank_id rank) {
  if (std::find(gone_.begin(), gone_.end(), rank) != gone_.end()) return;
  gone_.push_back(rank);
  for (auto& [id, where] : groups_) {
    if (!where->is_open()) continue;
    const auto member = where->from_world(rank);
    if (member < 0) continue;
    const auto why = loss_of(*where, member);
    const auto running = where->running;
    for (auto* each : running)
      if (each->needs(member) || each->bereft()) abort(*each, why, true);
    transfers_.gone(*where, member);
  }
  out_.gone(rank);
}

}  // namespace troupe::detail
