#include <troupe/collectives/schedule/builder.hpp>

#include <algorithm>

namespace troupe {

step_id schedule_builder::send(rank_id peer, std::uint32_t tag, location at, std::size_t count,
                               steps after) {
  if (count == 0) return no_step;
  reads(at, count);
  return add({.kind = step_kind::send, .peer = peer, .tag = tag, .at = at, .count = count},
             std::span{after.begin(), after.size()});
}

step_id schedule_builder::receive(rank_id peer, std::uint32_t tag, location at, std::size_t count,
                                  steps after) {
  if (count == 0) return no_step;
  writes(at, count);
  return add({.kind = step_kind::receive, .peer = peer, .tag = tag, .at = at, .count = count},
             std::span{after.begin(), after.size()});
}

schedule_builder::window schedule_builder::receive_window(rank_id peer, std::uint32_t tag,
                                                          std::size_t count, steps after) {
  if (count == 0) return {};
  const location at{place::window, static_cast<std::uint32_t>(schedule_.windows.size()), 0};
  schedule_.windows.push_back(count);
  const step_id id =
      add({.kind = step_kind::receive, .peer = peer, .tag = tag, .at = at, .count = count},
          std::span{after.begin(), after.size()});
  window_steps_.push_back(id);
  return {id, at};
}

step_id schedule_builder::fold(location at, std::span<const location> sources, std::size_t count,
                               bool finish, steps after) {
  if (count == 0) return no_step;
  const auto first = static_cast<std::uint32_t>(schedule_.sources.size());
  for (const location& source : sources) {
    reads(source, count);
    schedule_.sources.push_back(source);
  }
  writes(at, count);
  return add({.kind = step_kind::fold,
              .finish = finish,
              .at = at,
              .count = count,
              .first_source = first,
              .sources = static_cast<std::uint32_t>(sources.size())},
             std::span{after.begin(), after.size()});
}

step_id schedule_builder::fold(location at, std::initializer_list<location> sources,
                               std::size_t count, bool finish, steps after) {
  return fold(at, std::span{sources.begin(), sources.size()}, count, finish, after);
}

step_id schedule_builder::copy(location at, location from, std::size_t count, steps after) {
  if (count == 0 || same_memory(at) == same_memory(from)) return no_step;
  reads(from, count);
  writes(at, count);
  schedule_.sources.push_back(from);
  return add({.kind = step_kind::copy,
              .at = at,
              .count = count,
              .first_source = static_cast<std::uint32_t>(schedule_.sources.size() - 1),
              .sources = 1},
             std::span{after.begin(), after.size()});
}

step_id schedule_builder::signal(rank_id peer, std::uint32_t tag, std::span<const step_id> after) {
  return add({.kind = step_kind::send, .peer = peer, .tag = tag}, after);
}

step_id schedule_builder::await(rank_id peer, std::uint32_t tag) {
  // Only sends and receives of some elements need memory; a place is named all the same.
  return add({.kind = step_kind::receive, .peer = peer, .tag = tag, .at = output_at(0)}, {});
}

location schedule_builder::scratch(std::size_t elements) {
  const location at = scratch_at(schedule_.scratch);
  schedule_.scratch += elements;
  return at;
}

/// One name for memory that has two in place.
location schedule_builder::same_memory(location at) const {
  if (!shape_.in_place) return at;
  const std::size_t own = static_cast<std::size_t>(shape_.rank) * shape_.count;
  switch (shape_.kind) {
    case primitive::broadcast:
    case primitive::reduce:
    case primitive::all_reduce:
      if (at.where == place::input) at.where = place::output;
      break;
    case primitive::all_gather:
      if (at.where == place::input) at = output_at(own + at.offset);
      break;
    case primitive::reduce_scatter:
      if (at.where == place::output) at = input_at(own + at.offset);
      break;
    case primitive::barrier:
      break;
  }
  return at;
}

void schedule_builder::reads(location at, std::size_t count) {
  if (at.where == place::window) {
    waits_for_.push_back(window_steps_[at.window]);
    return;
  }
  at = same_memory(at);
  memory_[static_cast<std::size_t>(at.where)].read(at.offset, count, next(), waits_for_);
}

void schedule_builder::writes(location at, std::size_t count) {
  at = same_memory(at);
  memory_[static_cast<std::size_t>(at.where)].write(at.offset, count, next(), waits_for_);
}

step_id schedule_builder::add(step s, std::span<const step_id> after) {
  const step_id id = next();
  waits_for_.insert(waits_for_.end(), after.begin(), after.end());
  std::sort(waits_for_.begin(), waits_for_.end());
  waits_for_.erase(std::unique(waits_for_.begin(), waits_for_.end()), waits_for_.end());
  s.first_dependency = static_cast<std::uint32_t>(schedule_.dependencies.size());
  for (const step_id earlier : waits_for_) {
    // A fold into one of its sources meets itself as a reader.
    if (earlier < id) schedule_.dependencies.push_back(earlier);
  }
  s.dependencies = static_cast<std::uint32_t>(schedule_.dependencies.size()) - s.first_dependency;
  waits_for_.clear();
  schedule_.steps.push_back(s);
  return id;
}

}  // namespace troupe
