#include <troupe/collectives/schedule/print.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace troupe {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string name_of(location at) {
  switch (at.where) {
    case place::input:
      return "input";
    case place::output:
      return "output";
    case place::scratch:
      return "scratch";
    case place::window:
      break;
  }
  return "window " + std::to_string(at.window);
}

std::string range(location at, std::size_t count, std::size_t element_size) {
  return name_of(at) + " [" + std::to_string(at.offset * element_size) + ", " +
         std::to_string((at.offset + count) * element_size) + ")";
}

std::string action(const schedule& s, const step& now, std::size_t element_size) {
  const std::string here = range(now.at, now.count, element_size);
  const std::string peer = std::to_string(now.peer) + " tag " + std::to_string(now.tag);
  if (now.kind == step_kind::send)
    return now.count == 0 ? "signal to " + peer : "send " + here + " to " + peer;
  if (now.kind == step_kind::receive)
    return now.count == 0 ? "await " + peer : "receive " + here + " from " + peer;
  std::string text = now.kind == step_kind::copy ? "copy " : now.finish ? "finish " : "fold ";
  text += here + " = ";
  const auto sources = s.sources_of(now);
  for (std::size_t i = 0; i < sources.size(); ++i)
    text += (i == 0 ? "" : " + ") + range(sources[i], now.count, element_size);
  return text;
}

}  // namespace

std::string to_text(const schedule& s, std::size_t element_size) {
  std::vector<std::string> actions;
  std::size_t width = 0;
  for (const step& now : s.steps) {
    actions.push_back(action(s, now, element_size));
    // One long fold shall not push all dependencies off the screen.
    if (actions.back().size() <= 60) width = std::max(width, actions.back().size());
  }
  const std::size_t digits = std::to_string(s.steps.empty() ? 0 : s.steps.size() - 1).size();
  std::string text;
  for (std::size_t id = 0; id < s.steps.size(); ++id) {
    const std::string number = std::to_string(id);
    text += std::string(digits - number.size(), ' ') + number + "  ";
    const auto earlier = s.dependencies_of(s.steps[id]);
    text += earlier.empty() ? actions[id] : padded(actions[id], width) + "  after";
    for (const step_id e : earlier) text += " " + std::to_string(e);
    text += "\n";
  }
  if (s.scratch > 0) text += "scratch: " + std::to_string(s.scratch * element_size) + " bytes\n";
  return text;
}

std::string to_dot(std::span<const schedule> ranks, std::size_t element_size) {
  std::string text =
      "digraph schedule {\n  rankdir=TB;\n  node [shape=box, fontname=monospace, fontsize=10];\n";
  const auto node = [](std::size_t rank, std::size_t id) {
    return "r" + std::to_string(rank) + "s" + std::to_string(id);
  };
  std::map<std::tuple<rank_id, rank_id, std::uint32_t>, std::string> receives;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const schedule& s = ranks[rank];
    text += "  subgraph cluster" + std::to_string(rank) + " {\n    label=\"rank " +
            std::to_string(rank) + "\";\n";
    for (std::size_t id = 0; id < s.steps.size(); ++id) {
      const step& now = s.steps[id];
      text += "    " + node(rank, id) + " [label=\"" + std::to_string(id) + ": " +
              action(s, now, element_size) + "\"];\n";
      for (const step_id earlier : s.dependencies_of(now))
        text += "    " + node(rank, earlier) + " -> " + node(rank, id) + " [style=dashed];\n";
      if (now.kind == step_kind::receive)
        receives[{now.peer, static_cast<rank_id>(rank), now.tag}] = node(rank, id);
    }
    text += "  }\n";
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    for (std::size_t id = 0; id < ranks[rank].steps.size(); ++id) {
      const step& now = ranks[rank].steps[id];
      if (now.kind != step_kind::send) continue;
      const auto to = receives.find({static_cast<rank_id>(rank), now.peer, now.tag});
      if (to != receives.end())
        text += "  " + node(rank, id) + " -> " + to->second + " [style=bold, constraint=false];\n";
    }
  }
  return text + "}\n";
}

}  // namespace troupe
