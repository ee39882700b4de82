#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/collectives/options.hpp>
#include <troupe/deploy/world/setup.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace troupe {

/// One process of a job, as a cluster file names it.
struct cluster_node {
  std::string name{};
  std::string listen{};  ///< "host:port"; for all but the first node the port may be 0
  rank_id ranks = 1;
};

/// A job that is spread over machines, as a file describes it; deploy/configuration/
/// cluster.sample.ini is an example that explains every key.
struct cluster {
  std::string file{};  ///< where it was read; may also hold the actor framework's own sections
  std::string job = "local";
  std::string key_file{};  ///< empty if there is none
  std::optional<link_class> link{};
  std::chrono::milliseconds ready_timeout{60'000};
  collective_options defaults{};
  std::vector<cluster_node> nodes{};  ///< the first is the one that the others look for
};

/// Reads a cluster file: the actor framework's format, section `troupe`. Other sections are the
/// framework's or the program's own and are left alone, unless they look like a misspelt `troupe`.
///
/// Errors: `config_error` with file and line: a file that can't be read or doesn't parse, a key
/// that isn't known (with the nearest one), a value of the wrong type, unit or range, no nodes,
/// equal names or addresses, addresses that other machines can reach but no key.
expected<cluster> read_cluster(const std::string& path);

/// The same for text that was read already; `file` is its name in errors.
expected<cluster> parse_cluster(std::string_view text, const std::string& file);

/// Where a node of the cluster has its place. Reads the key file.
///
/// Errors: `config_error` for a name that no node has (with the nearest one); what is wrong with
/// the key file.
expected<node_setup> setup_of(const cluster& all, const std::string& name);

}  // namespace troupe
