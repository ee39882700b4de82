#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/collectives/engine/fifo.hpp>
#include <troupe/collectives/engine/incoming.hpp>
#include <troupe/collectives/engine/matcher.hpp>

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace troupe::detail {

class execution;

/// One communicator as its engine sees it. Messages may come before the communicator is opened
/// here: they wait in `early` and in the matcher.
class context {
 public:
  explicit context(context_id id) : id_{id} {}

  /// `members`: ranks of the world by rank of the communicator, without repetition.
  void open(std::string name, std::vector<rank_id> members, rank_id own);
  bool is_open() const { return !members_.empty(); }

  context_id id() const { return id_; }
  const std::string& name() const { return name_; }
  rank_id size() const { return static_cast<rank_id>(members_.size()); }
  rank_id rank() const { return own_; }
  rank_id to_world(rank_id member) const { return members_[static_cast<std::size_t>(member)]; }
  /// -1 if that rank of the world is no member.
  rank_id from_world(rank_id world) const;

  /// What is remembered of a collective that is over here.
  struct past {
    std::uint64_t sequence = 0;
    fingerprint agreed{};
    error verdict{};  ///< ok if it succeeded
  };
  void remember(std::uint64_t sequence, const fingerprint& agreed, error verdict);
  const past* recall(std::uint64_t sequence) const;

  std::uint64_t next_sequence = 1;
  std::vector<execution*> running;  ///< collectives in progress, few
  std::vector<incoming> early;      ///< messages for collectives that were not called here yet
  std::vector<past> doomed;         ///< verdicts on collectives that were not called here yet
  matcher messages;                 ///< point to point; sources are ranks of the world

 private:
  context_id id_;
  std::string name_;
  std::vector<rank_id> members_;
  std::unordered_map<rank_id, rank_id> from_world_;  // empty if the two numberings are the same
  rank_id own_ = 0;
  std::array<past, 64> history_{};
};

}  // namespace troupe::detail
