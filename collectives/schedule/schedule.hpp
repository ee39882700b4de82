#pragma once

#include <troupe/actors/ids.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace troupe {

/// The collectives. Values stand on the wire and never change; new ones are appended.
enum class primitive : std::uint8_t {
  broadcast = 1,
  reduce = 2,
  all_reduce = 3,
  all_gather = 4,
  reduce_scatter = 5,
  barrier = 6,
};

/// What memory a step speaks of.
enum class place : std::uint8_t {
  input,    ///< the caller's input; never written, except where it is also the output
  output,   ///< the caller's output
  scratch,  ///< the operation's own memory, `schedule::scratch` elements
  window,   ///< what a `receive` with `as_view` brought: the peer's memory itself, or a copy
};

/// A range's start: elements from the start of a place; for a window, from the start of window
/// number `window`.
struct location {
  place where = place::input;
  std::uint32_t window = 0;
  std::size_t offset = 0;

  friend bool operator==(const location&, const location&) = default;
};

enum class step_kind : std::uint8_t {
  send,  ///< `count` elements at `at` go to `peer` under `tag`; over when `at` may be overwritten
  receive,  ///< `count` elements from `peer` under `tag` come to `at` (a window: see below)
  fold,     ///< `at` = the reduction of `sources`, in their order; `at` may be one of them
  copy,     ///< `at` = the one source; nothing to do if they are the same memory
};

using step_id = std::uint32_t;

/// One step of one rank. It may begin once all steps that it depends on are over.
///
/// A receive whose `at.where` is `window` fills window `at.window`, which each schedule uses once
/// only. Links that can show the peer's memory bind the window to it and copy nothing; others copy
/// into a buffer of the executor's. Only folds and copies that depend on the receive, directly or
/// not, may name a window as a source; the window ends when the last of them is over, and only then
/// is the peer's send over.
struct step {
  step_kind kind = step_kind::copy;
  bool finish = false;    ///< fold: the last one of its elements: divide, if the operation is avg
  rank_id peer = -1;      ///< send, receive: rank in the communicator, never the own rank
  std::uint32_t tag = 0;  ///< send, receive: unique among the messages of one rank to another
  location at{};
  std::size_t count = 0;  ///< elements; 0 is a real message for send and receive
  std::uint32_t first_source = 0, sources = 0;           ///< into schedule::sources
  std::uint32_t first_dependency = 0, dependencies = 0;  ///< into schedule::dependencies
};

/// One rank's part in a collective, as data: a graph of steps in topological order (each depends on
/// earlier ones only). Independent of types, pointers and links.
struct schedule {
  std::vector<step> steps;
  std::vector<location> sources;
  std::vector<step_id> dependencies;
  std::size_t scratch = 0;           ///< elements
  std::vector<std::size_t> windows;  ///< elements of each window

  std::span<const location> sources_of(const step& s) const {
    return std::span{sources}.subspan(s.first_source, s.sources);
  }
  std::span<const step_id> dependencies_of(const step& s) const {
    return std::span{dependencies}.subspan(s.first_dependency, s.dependencies);
  }
};

/// The question that an algorithm answers with a schedule. Sizes are in elements of the collective
/// as its callers count them: for broadcast, reduce and all_reduce `count` is the whole buffer; for
/// all_gather and reduce_scatter it is one rank's block, the whole being size * count.
struct collective_shape {
  primitive kind = primitive::barrier;
  rank_id rank = 0;
  rank_id size = 1;
  rank_id root = 0;  ///< broadcast, reduce
  std::size_t count = 0;
  bool in_place = false;  ///< input and output overlap as the primitive's contract allows
  /// Cut large messages into pieces of so many elements, so that folding overlaps transfer, where
  /// the algorithm pipelines; 0 for none. Equal on all ranks.
  std::size_t segment = 0;
};

}  // namespace troupe
