#pragma once

#include <troupe/deploy/world/actor_system.hpp>
#include <troupe/deploy/world/node.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// Worlds of several nodes, which are processes elsewhere, within one: each has an actor system, a
/// progress thread and a port of its own, and they know each other by TCP alone.
namespace nodes {

/// A listening socket on a free port of the loopback address.
inline int listen_somewhere(std::string& address) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof where;
  auto* raw = reinterpret_cast<sockaddr*>(&where);
  if (fd < 0 || ::bind(fd, raw, size) != 0 || ::listen(fd, 64) != 0 ||
      ::getsockname(fd, raw, &size) != 0)
    throw std::runtime_error{"no port to listen on"};
  address = "127.0.0.1:" + std::to_string(ntohs(where.sin_port));
  return fd;
}

/// One set-up a node, with `ranks[i]` ranks on node i.
inline std::vector<troupe::node_setup> set_up(const std::vector<troupe::rank_id>& ranks) {
  std::vector<troupe::node_setup> all;
  std::string seed;
  const int listener = listen_somewhere(seed);
  troupe::rank_id first = 0;
  for (const auto count : ranks) {
    troupe::node_setup s;
    s.job = "nodes-test";
    s.self = static_cast<troupe::node_id>(all.size());
    s.nodes = static_cast<troupe::node_id>(ranks.size());
    s.first_rank = first;
    s.ranks = count;
    s.name = "node " + std::to_string(s.self);
    s.seed = seed;
    s.key = "secret";
    s.link = troupe::link_class::tcp;
    s.ready_timeout = std::chrono::seconds{20};
    if (all.empty()) s.listener = listener;
    first += count;
    all.push_back(std::move(s));
  }
  for (auto& each : all) each.local_ranks = first;
  return all;
}

/// What became of one node.
struct ending {
  troupe::error start;                  ///< why it could not begin, if so
  std::vector<troupe::error> verdicts;  ///< of its ranks
};

/// Starts all nodes, runs the body on every rank, waits for the end.
inline std::vector<ending> run(const std::vector<troupe::node_setup>& all,
                               const std::function<void(troupe::communicator)>& body) {
  std::vector<ending> endings(all.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < all.size(); ++i)
    threads.emplace_back([&, i] {
      troupe::detail::own_actor_system system;
      troupe::detail::node home{system.get(), all[i]};
      const auto started = home.start();
      if (!started) {
        endings[i].start = started.error();
        return;
      }
      home.spawn({body, {}});
      endings[i].verdicts = home.join();
    });
  for (auto& each : threads) each.join();
  return endings;
}

}  // namespace nodes
