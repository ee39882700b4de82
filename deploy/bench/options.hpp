#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/expected.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/collectives/schedule/algorithm.hpp>
#include <troupe/deploy/bench/operation.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// An operation and the name under which its rows appear: "pingpong" is another one for send.
struct bench_subject {
  bench_operation operation = bench_operation::all_reduce;
  std::string name = "all_reduce";
};

/// What to measure, and how.
struct bench_options {
  std::string peer{};  ///< the rows' first field
  std::vector<bench_subject> subjects{};
  rank_id ranks = 2;
  std::vector<std::size_t> bytes{};
  link_class link = link_class::in_process;
  bool any_memory = false;  ///< plain memory of the process, in place of `communicator::allocate`
  element_type type = element_type::f32;
  algorithm how = algorithm::automatic;
  std::optional<std::size_t> iterations{};  ///< by budget if left out
  std::optional<std::size_t> warm_up{};     ///< a tenth of the iterations if left out
  double budget_ms = 200;                   ///< aim of a cell's iterations together
  int timeout_s = 60;                       ///< of a cell; 0 for none
  bool touch = false;                       ///< rewrite input and output before each call
  bool check = false;                       ///< validate every iteration, not two calls a cell
  bool json = false;
};

/// The same as written on a command line.
struct bench_words {
  std::string peer{};  ///< "troupe_<link>" if empty
  std::string operations = "all_reduce";
  std::string ranks = "2";
  std::string bytes = "8,1Ki,64Ki,1Mi,16Mi";
  std::string link = "in-process";
  std::string memory = "allocated";
  std::string type = "f32";
  std::string algorithm = "automatic";
  std::string iterations{};
  std::string warm_up{};
  std::string budget_ms = "200";
  std::string timeout_s = "60";
  bool touch = false, check = false, json = false;
};

/// Errors: `invalid_argument`: what was found, what was wanted, the nearest name.
expected<bench_options> to_options(const bench_words& written);

/// The command line that means the same, without the command's name: for processes that measure
/// together.
std::vector<std::string> to_arguments(const bench_words& written);

}  // namespace troupe
