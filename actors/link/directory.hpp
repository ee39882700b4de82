#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/link/link.hpp>

namespace troupe {

/// What an engine asks of its node about the other ranks of the world. Every member is thread-safe.
class directory {
 public:
  virtual rank_id world_size() const = 0;

  /// The link to a rank, made on first use; it stays valid as long as the engine lives.
  virtual link& link_to(rank_id rank) = 0;

  /// Why the rank is gone: `ok` while it is not.
  virtual error why_gone(rank_id rank) const = 0;

  /// The class of link that all ranks use for choosing algorithms: equal on all of them.
  virtual link_class common_class() const = 0;

 protected:
  ~directory() = default;
};

}  // namespace troupe
