#include <algorithm>

#include "symbolic_machine.hpp"

namespace troupe::symbolic {

run_result run(std::span<const schedule> ranks, std::span<const collective_shape> shapes,
               formulas& all, run_options options) {
  return machine{ranks, shapes, all, options}.run();
}

value* machine::cells(rank_id r, location at, std::size_t count) {
  memory& m = state(r).mem;
  const auto where = static_cast<std::size_t>(at.where);
  if (where > 2 || at.offset + count > m.size[where]) return nullptr;
  return m.cells.data() + m.first[where] + at.offset;
}

/// Marks cells as used by an active step, and sees whether another's use forbids it.
void machine::use(rank_id r, location at, std::size_t count, bool write, int change) {
  memory& m = state(r).mem;
  const value* const first = cells(r, at, count);
  if (first == nullptr) return fail({r, 0}, "a step leaves its memory");
  auto i = static_cast<std::size_t>(first - m.cells.data());
  for (const std::size_t end = i + count; i < end; ++i) {
    if (change > 0 && (m.writers[i] != 0 || (write && m.readers[i] != 0)))
      fail({r, 0}, "two steps use cell " + std::to_string(i) + " at once");
    auto& users = write ? m.writers[i] : m.readers[i];
    users = static_cast<std::uint16_t>(users + change);
  }
}

void machine::locks(event e, int change) {
  const step& s = step_of(e);
  if (s.count == 0) return;
  switch (s.kind) {
    case step_kind::send:
      return use(e.rank, s.at, s.count, false, change);
    case step_kind::receive:
      if (s.at.where != place::window) use(e.rank, s.at, s.count, true, change);
      return;
    case step_kind::fold:
    case step_kind::copy:
      break;
  }
  const value* const target = cells(e.rank, s.at, s.count);
  for (const location& from : plan(e.rank).sources_of(s)) {
    if (from.where == place::window) continue;
    // A fold may write exactly over a source.
    if (target == nullptr || cells(e.rank, from, s.count) != target)
      use(e.rank, from, s.count, false, change);
  }
  use(e.rank, s.at, s.count, true, change);
}

void machine::start(event e) {
  const step& s = step_of(e);
  progress& p = progress_of(e);
  p.now = phase::active;
  locks(e, +1);
  if (s.kind == step_kind::send || s.kind == step_kind::receive) {
    // A signal has nothing that a peer could read later: its sender may go on before it is heard.
    if (s.kind == step_kind::send && s.count == 0) active_.push_back(e);
    const event other{s.peer, static_cast<step_id>(p.partner)};
    const phase theirs = progress_of(other).now;
    if (theirs == phase::active || (theirs == phase::over && s.count == 0))
      active_.push_back(s.kind == step_kind::receive ? e : other);
    return;
  }
  for (const location& from : plan(e.rank).sources_of(s)) {
    if (from.where != place::window) continue;
    const step_id receive = state(e.rank).window_receive[from.window];
    if (state(e.rank).steps[receive].now != phase::over)
      return fail(e, "reads a window that isn't there yet");
  }
  active_.push_back(e);
}

void machine::advance(event e) {
  const step_kind kind = step_of(e).kind;
  if (kind == step_kind::receive) return advance_message(e);
  if (kind == step_kind::send) return over(e);
  act(e);
  over(e);
}

/// A window is bound in one step; a plain message is read, lands, and then the sender hears of it,
/// each at a moment of its own.
void machine::advance_message(event receive) {
  const step& s = step_of(receive);
  progress& p = progress_of(receive);
  const event send{s.peer, static_cast<step_id>(p.partner)};
  if (s.at.where == place::window || s.count == 0) return over(receive);
  if (p.now == phase::active) {
    const value* const from = cells(send.rank, step_of(send).at, s.count);
    value* const to = cells(receive.rank, s.at, s.count);
    p.carried.assign(from, from + s.count);
    std::fill(to, to + s.count, garbage);
    p.now = phase::read;
    active_.push_back(receive);
    return;
  }
  std::copy(p.carried.begin(), p.carried.end(), cells(receive.rank, s.at, s.count));
  active_.push_back(send);
  over(receive);
}

value machine::read(rank_id r, location from, std::size_t index) {
  if (from.where != place::window) return cells(r, from, index + 1)[index];
  // The peer's memory itself, as it is at this moment.
  const step& receive = plan(r).steps[state(r).window_receive[from.window]];
  const auto partner = state(r).steps[state(r).window_receive[from.window]].partner;
  const event send{receive.peer, static_cast<step_id>(partner)};
  if (progress_of(send).now == phase::over) fail(send, "ended before its window");
  return read(send.rank, step_of(send).at, from.offset + index);
}

void machine::act(event local) {
  const step& s = step_of(local);
  const auto sources = plan(local.rank).sources_of(s);
  value* const to = cells(local.rank, s.at, s.count);
  std::vector<value> parts(sources.size());
  for (std::size_t i = 0; i < s.count; ++i) {
    for (std::size_t k = 0; k < sources.size(); ++k) parts[k] = read(local.rank, sources[k], i);
    to[i] = s.kind == step_kind::copy ? parts[0] : all_.fold(parts, s.finish);
  }
}

void machine::over(event e) {
  const step& s = step_of(e);
  progress& p = progress_of(e);
  p.now = phase::over;
  p.carried = {};
  locks(e, -1);
  --state(e.rank).left;
  for (const step_id next : p.unblocks) {
    if (--state(e.rank).steps[next].missing == 0) startable_.push_back({e.rank, next});
  }
  if (s.kind == step_kind::send || s.kind == step_kind::receive) return;
  for (const location& from : plan(e.rank).sources_of(s)) {
    if (from.where != place::window || --state(e.rank).window_users[from.window] > 0) continue;
    const step_id receive = state(e.rank).window_receive[from.window];
    active_.push_back({plan(e.rank).steps[receive].peer,
                       static_cast<step_id>(state(e.rank).steps[receive].partner)});
  }
}

}  // namespace troupe::symbolic
