#include <troupe/collectives/engine/matcher.hpp>

namespace troupe::detail {

namespace {

bool tags_match(std::int32_t wanted, std::int32_t tag) {
  return wanted == any_tag || wanted == tag;
}

std::optional<std::size_t> first_match(const fifo<posted_receive*>& posted, std::int32_t tag) {
  for (std::size_t i = 0; i < posted.size(); ++i)
    if (tags_match(posted[i]->tag, tag)) return i;
  return std::nullopt;
}

bool erase(fifo<posted_receive*>& posted, const posted_receive& receive) {
  for (std::size_t i = 0; i < posted.size(); ++i) {
    if (posted[i] != &receive) continue;
    posted.take(i);
    return true;
  }
  return false;
}

}  // namespace

posted_receive* matcher::arrived(rank_id source, std::int32_t tag) {
  auto& named = sources_[source].posted;
  const auto by_name = first_match(named, tag);
  const auto by_wildcard = first_match(wildcards_, tag);
  if (!by_name && !by_wildcard) return nullptr;
  if (!by_wildcard || (by_name && named[*by_name]->order < wildcards_[*by_wildcard]->order))
    return named.take(*by_name);
  return wildcards_.take(*by_wildcard);
}

void matcher::keep(rank_id source, incoming message) {
  sources_[source].unexpected.push_back({std::move(message), next_arrival_++});
  ++unexpected_;
}

void matcher::put_back(rank_id source, incoming message) {
  auto& unexpected = sources_[source].unexpected;
  const auto arrival = unexpected.empty() ? next_arrival_++ : unexpected.front().arrival;
  unexpected.push_front({std::move(message), arrival});
  ++unexpected_;
}

void matcher::drop_offer(rank_id source, std::uint64_t token) {
  auto& unexpected = sources_[source].unexpected;
  for (std::size_t i = 0; i < unexpected.size(); ++i) {
    const auto& kept = unexpected[i].message;
    if (!kept.is_offer() || kept.header.token != token) continue;
    unexpected.take(i);
    --unexpected_;
    return;
  }
}

matcher::place matcher::find(const posted_receive& receive) const {
  place best;
  auto look = [&](const queues& source) {
    for (std::size_t i = 0; i < source.unexpected.size(); ++i) {
      const auto& each = source.unexpected[i];
      if (!tags_match(receive.tag, each.message.header.tag)) continue;
      if (best.source == nullptr || each.arrival < best.source->unexpected[best.index].arrival)
        best = {const_cast<queues*>(&source), i};
      return;
    }
  };
  if (receive.source != any_source) {
    const auto found = sources_.find(receive.source);
    if (found != sources_.end()) look(found->second);
  } else if (unexpected_ != 0) {
    for (const auto& [rank, source] : sources_) look(source);
  }
  return best;
}

std::optional<incoming> matcher::post(posted_receive& receive) {
  const auto found = find(receive);
  if (found.source != nullptr) {
    --unexpected_;
    return found.source->unexpected.take(found.index).message;
  }
  receive.order = next_order_++;
  auto& posted = receive.source == any_source ? wildcards_ : sources_[receive.source].posted;
  posted.push_back(&receive);
  return std::nullopt;
}

const frame* matcher::peek(const posted_receive& receive) const {
  const auto found = find(receive);
  return found.source != nullptr ? &found.source->unexpected[found.index].message.header : nullptr;
}

bool matcher::remove(posted_receive& receive) {
  if (receive.source == any_source) return erase(wildcards_, receive);
  const auto found = sources_.find(receive.source);
  return found != sources_.end() && erase(found->second.posted, receive);
}

}  // namespace troupe::detail
