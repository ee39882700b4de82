#pragma once

#include <troupe/actors/ids.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/collectives/options.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace troupe {

/// Everything that one node must know to take its place in a world. Comes from the launcher's
/// environment, a cluster file, or the program itself.
struct node_setup {
  std::string job = "local";  ///< for people, and to keep jobs on one machine apart
  node_id self = 0;
  node_id nodes = 1;
  rank_id first_rank = 0;
  rank_id ranks = 1;        ///< on this node
  rank_id local_ranks = 0;  ///< on this machine, of all nodes; 0 if unknown. Only for spinning
  std::string name{};       ///< of the node, for people; "node 0" if empty
  std::string listen{};     ///< "host:port"; only this address is bound. 127.0.0.1:0 if empty
  int listener = -1;        ///< a descriptor that listens there already, or -1
  std::string seed{};       ///< where node 0 listens: "host:port"
  std::string key{};        ///< the job's secret; may be empty on loopback only
  std::optional<link_class> link{};  ///< use only this kind between nodes; the best one if left out
  std::chrono::milliseconds ready_timeout{60'000};  ///< for all nodes to be there
  collective_options defaults{};                    ///< of the world's communicator
};

}  // namespace troupe
