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

posted_receive* matcher::take_posted(rank_id source, std::int32_t tag) {
  auto& named = sources_[source].posted;
  const auto by_name = first_match(named, tag);
  const auto by_wildcard = first_match(wildcards_, tag);
  if (!by_name && !by_wildcard) return nullptr;
  if (!by_wildcard || (by_name && named[*by_name]->order < wildcards_[*by_wildcard]->order))
    return named.take(*by_name);
  return wildcards_.take(*by_wildcard);
}

posted_receive* matcher::arrived(rank_id source, std::int32_t tag) {
  auto* receive = take_posted(source, tag);
  if (receive != nullptr) receive->arrival = next_arrival_++;
  return receive;
}

void matcher::keep(rank_id source, incoming message) {
  sources_[source].unexpected.push_back({std::move(message), next_arrival_++});
  ++unexpected_;
}

posted_receive* matcher::put_back(const posted_receive& from, incoming& message) {
  const auto source = message.header.source;
  if (auto* next = take_posted(source, message.header.tag)) {
    next->arrival = from.arrival;
    return next;
  }
  auto& unexpected = sources_[source].unexpected;
  unexpected.push_front({std::move(message), from.arrival});
  for (std::size_t i = 1; i < unexpected.size(); ++i) {
    if (unexpected[i - 1].arrival < unexpected[i].arrival) break;
    std::swap(unexpected[i - 1], unexpected[i]);
  }
  ++unexpected_;
  return nullptr;
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

std::optional<incoming> matcher::post_again(posted_receive& receive) {
  const auto found = find(receive);
  if (found.source != nullptr) {
    --unexpected_;
    auto taken = found.source->unexpected.take(found.index);
    receive.arrival = taken.arrival;
    return std::move(taken.message);
  }
  auto& posted = receive.source == any_source ? wildcards_ : sources_[receive.source].posted;
  posted.push_back(&receive);
  for (std::size_t i = posted.size(); i > 1 && posted[i - 2]->order > posted[i - 1]->order; --i)
    std::swap(posted[i - 2], posted[i - 1]);
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
