#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/expected.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/actors/memory.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace troupe {

/// What the members of a world know about one node.
struct node_info {
  node_id id = 0;
  std::string name{};  ///< for people: "node 3", or the name in the cluster file
  std::vector<std::string>
      addresses{};             ///< "host:port", "[v6]:port": where its listener is reached
  std::string machine{};       ///< equal for nodes that can share memory
  std::string local_socket{};  ///< AF_UNIX name (a leading '@' means abstract), or empty
  rank_id first_rank = 0;      ///< its ranks are first_rank … first_rank + ranks - 1
  rank_id ranks = 1;
};

/// Makes and polls all links of one kind for one node. Links are made lazily, on first use.
class medium {
 public:
  medium() = default;
  medium(const medium&) = delete;
  medium& operator=(const medium&) = delete;
  virtual ~medium() = default;

  virtual link_class kind() const = 0;

  /// Whether a link of this kind to `peer` can work, and if not, why: "other machine" …
  virtual expected<void> reaches(const node_info& peer) const = 0;

  /// The link to `peer`; starts connecting on the first call and returns at once. Frames are
  /// refused
  /// (`send` returns false) until it is up. If both ends connect at once they agree on one link.
  virtual std::shared_ptr<link> connect(const node_info& peer) = 0;

  /// Looks at memory that peers write (never at sockets, which the reactor watches) and hands
  /// what is there to the sink. Non-blocking; true if anything was done.
  virtual bool poll() = 0;

  /// Says that this node is about to sleep in the reactor, so that peers must ring; false if
  /// something arrived meanwhile (then poll again instead of sleeping). Undone by the next `poll`.
  virtual bool arm() = 0;

  /// Memory that peers of this medium can read without a copy, or nullptr if it has none to give.
  virtual memory_source* memory() { return nullptr; }

  /// Flushes what was taken, says goodbye on every link and closes them, waiting at most until
  /// `deadline`. Nothing of the medium is left behind: no descriptor, no name, no thread.
  virtual void close(std::chrono::steady_clock::time_point deadline) = 0;
};

}  // namespace troupe
