#include <troupe/collectives/schedule/summary.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

namespace troupe {
namespace {

rank_work work_of(const schedule& s, std::size_t element_size) {
  rank_work work;
  work.scratch = s.scratch * element_size;
  work.steps = s.steps.size();
  for (const step& now : s.steps) {
    const std::size_t bytes = now.count * element_size;
    switch (now.kind) {
      case step_kind::send:
        ++work.messages_sent;
        work.bytes_sent += bytes;
        break;
      case step_kind::receive:
        ++work.messages_received;
        work.bytes_received += bytes;
        if (now.at.where == place::window) work.bytes_viewed += bytes;
        break;
      case step_kind::fold:
        work.bytes_folded += bytes * (now.sources - 1);
        break;
      case step_kind::copy:
        work.bytes_copied += bytes;
        break;
    }
  }
  return work;
}

/// The longest path of messages, found by running all ranks in step order: a rank stops at a
/// receive whose message was not sent yet, and goes on when it was.
std::size_t rounds_of(std::span<const schedule> ranks) {
  std::map<std::tuple<rank_id, rank_id, std::uint32_t>, std::size_t> sent;
  std::vector<std::vector<std::size_t>> after(ranks.size());
  std::size_t longest = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      const auto rank = static_cast<rank_id>(r);
      for (std::size_t id = after[r].size(); id < ranks[r].steps.size(); ++id) {
        const step& now = ranks[r].steps[id];
        std::size_t messages = 0;
        for (const step_id earlier : ranks[r].dependencies_of(now))
          messages = std::max(messages, after[r][earlier]);
        if (now.kind == step_kind::send) {
          // Who waits for a send waits until the message has come.
          sent[{rank, now.peer, now.tag}] = ++messages;
        } else if (now.kind == step_kind::receive) {
          const auto message = sent.find({now.peer, rank, now.tag});
          if (message == sent.end()) break;
          messages = std::max(messages, message->second);
        }
        after[r].push_back(messages);
        longest = std::max(longest, messages);
        moved = true;
      }
    }
  }
  return longest;
}

}  // namespace

plan_summary summarize(std::span<const schedule> ranks, std::size_t element_size) {
  plan_summary summary;
  for (const schedule& s : ranks) summary.ranks.push_back(work_of(s, element_size));
  summary.rounds = rounds_of(ranks);
  return summary;
}

plan_summary explain(const algorithm_entry& entry, collective_shape shape, std::size_t element_size,
                     const link_parameters& link) {
  std::vector<schedule> all;
  for (shape.rank = 0; shape.rank < shape.size; ++shape.rank) all.push_back(entry.make(shape));
  plan_summary summary = summarize(all, element_size);
  shape.rank = 0;
  summary.seconds = entry.cost(shape, element_size, link);
  return summary;
}

std::string to_text(const plan_summary& summary) {
  char line[200];
  std::snprintf(line, sizeof line, "%zu rounds, predicted %.3f us\n", summary.rounds,
                summary.seconds * 1e6);
  std::string text = line;
  std::snprintf(line, sizeof line, "%-11s %8s %12s %8s %12s %12s %12s %12s\n", "ranks", "sent",
                "bytes", "received", "bytes", "viewed", "folded", "scratch");
  text += line;
  for (std::size_t first = 0, end = 0; first < summary.ranks.size(); first = end) {
    const rank_work& w = summary.ranks[first];
    for (end = first; end < summary.ranks.size() && summary.ranks[end] == w;) ++end;
    const std::string ranks = end - first == 1
                                  ? std::to_string(first)
                                  : std::to_string(first) + "-" + std::to_string(end - 1);
    std::snprintf(line, sizeof line, "%-11s %8zu %12zu %8zu %12zu %12zu %12zu %12zu\n",
                  ranks.c_str(), w.messages_sent, w.bytes_sent, w.messages_received,
                  w.bytes_received, w.bytes_viewed, w.bytes_folded, w.scratch);
    text += line;
  }
  return text;
}

}  // namespace troupe
