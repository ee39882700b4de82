#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/deploy/configuration/cluster.hpp>
#include <troupe/deploy/launch/job.hpp>

#include <string>
#include <vector>

namespace troupe {

/// How to start what a cluster file describes.
struct cluster_job {
  std::vector<std::string> command{};
  /// Starts a command on another machine: these words, the host, the command as one word. Empty to
  /// refuse other machines.
  std::vector<std::string> ssh{};
};

/// All nodes of a cluster. Those on this machine are started here; the others by ssh, where the
/// tool, the cluster file and the program must be under the same paths, and which end when the
/// launcher does. If all are here and the file names no key, they get one of the job's own.
///
/// Errors: `config_error` for nodes on other machines without ssh, with what to run there; what is
/// wrong with the key file; an address of node 0 that is taken.
expected<job_plan> plan(const cluster& all, const cluster_job& wanted);

/// One node of a cluster, here.
expected<job_plan> plan_node(const cluster& all, const std::string& name,
                             const std::vector<std::string>& command);

}  // namespace troupe
