#pragma once

#include <troupe/actors/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace troupe::detail {

/// Slurm's list of hosts, "n[001-003,7],m2" or "rack[0-1]n[0-3]", as its hosts in order.
/// Errors: `config_error` for a list that isn't one, or of more than 65536 hosts.
expected<std::vector<std::string>> expand_hostlist(std::string_view list);

/// Slurm's tasks on each node, "2(x3),1", in the order of the nodes.
expected<std::vector<int>> expand_task_counts(std::string_view list);

}  // namespace troupe::detail
