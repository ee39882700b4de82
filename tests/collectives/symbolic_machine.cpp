#include "symbolic_machine.hpp"

#include <algorithm>
#include <map>

namespace troupe::symbolic {

machine::machine(std::span<const schedule> ranks, std::span<const collective_shape> shapes,
                 formulas& all, run_options options)
    : plans_{ranks}, shapes_{shapes}, all_{all}, options_{options}, random_{options.seed} {
  ranks_.resize(ranks.size());
  for (rank_id r = 0; r < static_cast<rank_id>(ranks.size()); ++r) lay_out(r);
  link_messages();
}

void machine::lay_out(rank_id r) {
  const collective_shape& shape = shapes_[static_cast<std::size_t>(r)];
  const auto n = static_cast<std::size_t>(shape.size);
  const auto own = static_cast<std::size_t>(r) * shape.count;
  std::size_t input = shape.count, output = shape.count, overlap = 0;
  bool output_in_input = false;
  switch (shape.kind) {
    case primitive::broadcast:
      if (r != shape.root) input = 0;
      break;
    case primitive::reduce:
      if (r != shape.root) output = 0;
      break;
    case primitive::all_reduce:
      break;
    case primitive::all_gather:
      output = n * shape.count;
      overlap = own;
      break;
    case primitive::reduce_scatter:
      input = n * shape.count;
      overlap = own;
      output_in_input = true;
      break;
    case primitive::barrier:
      input = output = 0;
      break;
  }
  rank_state& s = state(r);
  memory& m = s.mem;
  m.size[0] = input, m.size[1] = output, m.size[2] = plan(r).scratch;
  // A gap on either side, which no step may touch.
  m.first[0] = 1;
  m.first[1] = shape.in_place ? 1 : input + 2;
  if (shape.in_place) m.first[output_in_input ? 1 : 0] = 1 + overlap;
  m.first[2] = input + output + 3;
  m.cells.assign(m.first[2] + m.size[2] + 1, garbage);
  m.readers.assign(m.cells.size(), 0);
  m.writers.assign(m.cells.size(), 0);
  for (std::size_t i = 0; i < input; ++i) m.cells[m.first[0] + i] = all_.input(r, i);

  s.left = plan(r).steps.size();
  s.steps.resize(s.left);
  s.window_receive.resize(plan(r).windows.size());
  s.window_users.assign(plan(r).windows.size(), 0);
  for (step_id id = 0; id < s.left; ++id) {
    const step& now = plan(r).steps[id];
    s.steps[id].missing = now.dependencies;
    for (const step_id earlier : plan(r).dependencies_of(now))
      s.steps[earlier].unblocks.push_back(id);
    if (now.kind == step_kind::receive && now.at.where == place::window)
      s.window_receive[now.at.window] = id;
    for (const location& from : plan(r).sources_of(now)) {
      if (from.where == place::window) ++s.window_users[from.window];
    }
  }
}

void machine::link_messages() {
  std::map<std::tuple<rank_id, rank_id, std::uint32_t>, step_id> sends;
  const auto each = [&](step_kind kind, const auto& visit) {
    for (rank_id r = 0; r < static_cast<rank_id>(plans_.size()); ++r) {
      for (step_id id = 0; id < plan(r).steps.size(); ++id) {
        if (plan(r).steps[id].kind == kind) visit(r, id, plan(r).steps[id]);
      }
    }
  };
  each(step_kind::send, [&](rank_id r, step_id id, const step& s) {
    sends[{r, s.peer, s.tag}] = id;
  });
  each(step_kind::receive, [&](rank_id r, step_id id, const step& s) {
    const step_id send = sends.at({s.peer, r, s.tag});
    state(r).steps[id].partner = send;
    state(s.peer).steps[send].partner = id;
  });
}

void machine::enter(rank_id r) {
  state(r).entered = true;
  for (step_id id = 0; id < state(r).steps.size(); ++id) {
    if (state(r).steps[id].missing == 0) startable_.push_back({r, id});
  }
}

run_result machine::run() {
  std::vector<rank_id> outside(ranks_.size());
  for (std::size_t i = 0; i < outside.size(); ++i) outside[i] = static_cast<rank_id>(i);
  if (options_.straggler) std::erase(outside, *options_.straggler);
  std::shuffle(outside.begin(), outside.end(), random_);
  bool waits_for_straggler = options_.straggler.has_value();
  // Some runs start all that can start, so that steps overlap; others finish first.
  const unsigned eagerness = 1 + static_cast<unsigned>(random_() % 8);
  while (result_.fault.empty()) {
    const bool go = !startable_.empty() && (active_.empty() || random_() % 9 < eagerness);
    if (!outside.empty() && (random_() % 3 == 0 || (startable_.empty() && active_.empty()))) {
      enter(outside.back());
      outside.pop_back();
    } else if (go) {
      std::swap(startable_[random_() % startable_.size()], startable_.back());
      const event e = startable_.back();
      startable_.pop_back();
      start(e);
    } else if (!active_.empty()) {
      std::swap(active_[random_() % active_.size()], active_.back());
      const event e = active_.back();
      active_.pop_back();
      advance(e);
    } else if (waits_for_straggler) {
      waits_for_straggler = false;
      result_.finished_before_straggler =
          std::any_of(ranks_.begin(), ranks_.end(),
                      [](const rank_state& s) { return s.entered && s.left == 0; });
      enter(*options_.straggler);
    } else {
      break;
    }
  }
  for (rank_id r = 0; r < static_cast<rank_id>(ranks_.size()) && result_.fault.empty(); ++r) {
    for (step_id id = 0; id < state(r).steps.size(); ++id) {
      if (state(r).steps[id].now != phase::over) fail({r, id}, "stands still");
    }
  }
  for (rank_id r = 0; r < static_cast<rank_id>(ranks_.size()); ++r) {
    const memory& m = state(r).mem;
    const auto begin = m.cells.begin() + static_cast<std::ptrdiff_t>(m.first[1]);
    result_.outputs.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(m.size[1]));
    const collective_shape& shape = shapes_[static_cast<std::size_t>(r)];
    for (std::size_t i = 0; i < m.size[0] && !shape.in_place; ++i) {
      if (m.cells[m.first[0] + i] != all_.input(r, i)) fail({r, 0}, "the input was written");
    }
  }
  return std::move(result_);
}

void machine::fail(event e, const std::string& why) {
  if (!result_.fault.empty()) return;
  result_.fault = "rank " + std::to_string(e.rank) + " step " + std::to_string(e.step) + ": " +
                  why + " (seed " + std::to_string(options_.seed) + ")";
}

}  // namespace troupe::symbolic
