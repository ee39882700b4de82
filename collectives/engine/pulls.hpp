#pragma once

#include <troupe/actors/link/link.hpp>

#include <vector>

namespace troupe::detail {

/// Whoever pulls and waits for the end of it.
class pull_owner {
 public:
  virtual void pulled(std::uint32_t part, access result) = 0;

 protected:
  ~pull_owner() = default;
};

/// Pulls that have started and not ended. Only with the engine's turn.
class pull_table {
 public:
  explicit pull_table(rank_id self) : self_{self} {}

  pull_token add(pull_owner& owner, std::uint32_t part);

  /// Forgets a pull: its owner is not called.
  void remove(pull_token token);

  /// Tells the owner, if the pull is still known.
  void ended(std::uint64_t number, access result);

 private:
  struct entry {
    pull_owner* owner = nullptr;
    std::uint32_t part = 0;
    std::uint32_t generation = 1;
  };
  entry* find(std::uint64_t number);

  rank_id self_;
  std::vector<entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace troupe::detail
