#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/expected.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/actors/reduction.hpp>
#include <troupe/collectives/schedule/algorithm.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace troupe {

/// Which collective to explain, and how much of it to show.
struct explain_options {
  primitive kind = primitive::all_reduce;
  rank_id ranks = 2;
  /// The larger side: of all_gather the whole output, of reduce_scatter the whole input; rounded up
  /// to whole elements, for these two to equal blocks. Ignored for barrier.
  std::size_t bytes = 1 << 20;
  element_type type = element_type::f32;
  reduction op = reduction::sum;
  rank_id root = 0;
  link_class link = link_class::shared_memory;
  algorithm how = algorithm::automatic;
  bool rank_order = false;
  std::optional<rank_id> rank{};  ///< show all steps of this rank alone
  bool all = false;               ///< show all steps of all ranks
  bool dot = false;               ///< a drawing for Graphviz, in place of text
};

/// The same as written on a command line.
struct explain_words {
  std::string operation{};
  std::string ranks = "2";
  std::string bytes = "1Mi";
  std::string type = "f32";
  std::string op = "sum";
  std::string root = "0";
  std::string link = "auto";  ///< auto: shm, what ranks of one machine use
  std::string algorithm = "automatic";
  std::string order = "any";
  std::string rank{};
  bool all = false;
  bool dot = false;
};

/// Errors: `invalid_argument`: what was found, what was wanted, the nearest name.
expected<explain_options> to_options(const explain_words& written);

}  // namespace troupe
