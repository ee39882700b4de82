#pragma once

#include <troupe/deploy/configuration/cluster.hpp>
#include <troupe/deploy/configuration/schema.hpp>

#include <span>

namespace troupe::detail {

/// A node and the line where it is described.
struct placed_node {
  cluster_node node{};
  int line = 0;
};

// The keys of each group of a cluster file. A new key is a line in one of these tables.

/// `troupe` itself; its groups `defaults` and `nodes` are read by tables of their own.
struct cluster_groups {
  cluster all{};
  const config_map* defaults = nullptr;
  const config_list* nodes = nullptr;
};
std::span<const config_key<cluster_groups>> cluster_keys();
std::span<const config_key<collective_options>> defaults_keys();
std::span<const config_key<placed_node>> node_keys();

}  // namespace troupe::detail
