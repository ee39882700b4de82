#pragma once

#include <troupe/collectives/engine/fifo.hpp>
#include <troupe/collectives/engine/incoming.hpp>

#include <optional>
#include <unordered_map>
#include <vector>

namespace troupe::detail {

/// A receive that waits for its message. Lives in the operation that posted it.
struct posted_receive {
  rank_id source = any_source;  ///< rank of the world, or any_source
  std::int32_t tag = any_tag;
  std::uint64_t order = 0;    ///< of posting
  std::uint64_t arrival = 0;  ///< of the message that it was matched with
};

/// Point-to-point matching of one communicator: messages and receives find each other in the order
/// in which they came. Pure: no link, no clock. Cost: constant for messages from one source that
/// arrive in the order of the receives; otherwise linear in what that source has pending.
class matcher {
 public:
  /// A message from `source` arrived: the receive that it belongs to, no longer posted, or nullptr.
  posted_receive* arrived(rank_id source, std::int32_t tag);

  /// Keeps a message that found no receive.
  void keep(rank_id source, incoming message);

  /// A message that a receive gave up: goes to the receive that is next to have it, which is
  /// returned and no longer posted, or back to its place among those that found none.
  posted_receive* put_back(const posted_receive& from, incoming& message);

  /// Drops an offer that its sender took back, if it is still kept.
  void drop_offer(rank_id source, std::uint64_t token);

  /// The earliest message for `receive`, or nothing: then it is posted.
  std::optional<incoming> post(posted_receive& receive) {
    receive.order = next_order_++;
    return post_again(receive);
  }
  /// The same for one whose message was taken back: it keeps its place among the posted.
  std::optional<incoming> post_again(posted_receive& receive);

  /// The header of the earliest message that `receive` would match, or nullptr. Nothing changes.
  const frame* peek(const posted_receive& receive) const;

  /// True if it was posted and is not any more.
  bool remove(posted_receive& receive);

  /// Calls `give_up` for each posted receive that names `source`, no longer posted.
  template <class F>
  void remove_source(rank_id source, F give_up) {
    const auto found = sources_.find(source);
    if (found == sources_.end()) return;
    auto posted = std::move(found->second.posted);
    found->second.posted.clear();
    while (!posted.empty()) give_up(*posted.pop_front());
  }
  template <class F>
  void remove_wildcards(F give_up) {
    auto posted = std::move(wildcards_);
    wildcards_.clear();
    while (!posted.empty()) give_up(*posted.pop_front());
  }

  /// Messages that found no receive yet.
  std::size_t unexpected() const { return unexpected_; }

  /// Takes out all kept messages.
  template <class F>
  void clear(F drop) {
    for (auto& [rank, source] : sources_)
      while (!source.unexpected.empty()) drop(source.unexpected.pop_front().message);
    unexpected_ = 0;
  }

 private:
  struct kept {
    incoming message;
    std::uint64_t arrival = 0;
  };
  struct queues {
    fifo<posted_receive*> posted;
    fifo<kept> unexpected;
  };
  struct place {
    queues* source = nullptr;
    std::size_t index = 0;
  };
  place find(const posted_receive& receive) const;
  posted_receive* take_posted(rank_id source, std::int32_t tag);

  std::unordered_map<rank_id, queues> sources_;
  fifo<posted_receive*> wildcards_;
  std::uint64_t next_order_ = 0;
  std::uint64_t next_arrival_ = 0;
  std::size_t unexpected_ = 0;
};

}  // namespace troupe::detail
