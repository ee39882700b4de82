#pragma once

#include <troupe/actors/node/reactor.hpp>
#include <troupe/transports/tcp/medium.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace troupe::tcp_tests {

using namespace std::chrono_literals;

inline std::chrono::steady_clock::time_point soon(std::chrono::milliseconds how = 5s) {
  return std::chrono::steady_clock::now() + how;
}

/// Writes down all that links say.
class recorder final : public frame_sink {
 public:
  struct message {
    node_id from;
    frame header;
    std::vector<std::byte> payload;
  };
  struct loss {
    node_id peer;
    error why;
    bool orderly;
  };

  void deliver(node_id from, const frame& header, std::span<const std::byte> payload) override {
    std::lock_guard lock{mutex_};
    messages_.push_back({from, header, {payload.begin(), payload.end()}});
    ++delivered;
  }
  void pulled(pull_token token, access result) override {
    std::lock_guard lock{mutex_};
    pulls_[token.number] = result;
  }
  void writable(node_id) override { ++writables; }
  void down(node_id peer, const error& why, bool orderly) override {
    std::lock_guard lock{mutex_};
    losses_.push_back({peer, why, orderly});
  }

  std::vector<message> messages() const {
    std::lock_guard lock{mutex_};
    return messages_;
  }
  std::vector<loss> losses() const {
    std::lock_guard lock{mutex_};
    return losses_;
  }
  access pull(std::uint64_t number) const {
    std::lock_guard lock{mutex_};
    const auto found = pulls_.find(number);
    return found == pulls_.end() ? access::pending : found->second;
  }

  std::atomic<std::size_t> delivered{0};
  std::atomic<int> writables{0};

 private:
  mutable std::mutex mutex_;
  std::vector<message> messages_;
  std::map<std::uint64_t, access> pulls_;
  std::vector<loss> losses_;
};

/// A node: a medium, and its reactor, which `poll` or a thread of its own serves.
struct node {
  explicit node(tcp_options options) {
    auto result = make_tcp_medium(std::move(options), sink, events);
    INFO((result ? std::string{} : to_string(result.error())));
    REQUIRE(result);
    tcp = std::move(*result);
  }
  ~node() {
    stop();
    if (tcp) tcp->close(soon(200ms));
  }

  node_info info(node_id id) const { return {.id = id, .addresses = {tcp->local_address()}}; }
  void poll() { events.poll(0ns); }
  void serve(unsigned threads = 1) {
    for (unsigned i = 0; i < threads; ++i)
      pollers.emplace_back([this] {
        while (!stopping) events.poll(10ms);
      });
  }
  void stop() {
    stopping = true;
    events.ring();
    for (auto& each : pollers) each.join();
    pollers.clear();
    stopping = false;
  }

  recorder sink;
  reactor events;
  std::unique_ptr<tcp_medium> tcp;
  std::vector<std::thread> pollers;
  std::atomic<bool> stopping{false};
};

inline tcp_options options(node_id self, node_id nodes = 2) {
  tcp_options result;
  result.self = self;
  result.nodes = nodes;
  result.job = "test";
  result.job_key = "secret";
  return result;
}

/// Polls the nodes until it holds; false if it doesn't come true.
inline bool until(const std::vector<node*>& nodes, const std::function<bool()>& holds,
                  std::chrono::milliseconds limit = 10s) {
  const auto end = soon(limit);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    for (auto* each : nodes) each->poll();
  }
  return true;
}

inline frame numbered(std::uint64_t number, std::size_t bytes = 0) {
  frame result;
  result.sequence = number;
  result.bytes = bytes;
  return result;
}

inline std::vector<std::byte> pattern(std::size_t size, std::uint64_t seed = 1) {
  std::vector<std::byte> result(size);
  for (auto& each : result) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    each = static_cast<std::byte>(seed >> 56);
  }
  return result;
}

/// Two nodes with a link between them.
struct two_nodes {
  explicit two_nodes(tcp_options first = options(0), tcp_options second = options(1))
      : a{std::move(first)}, b{std::move(second)} {
    to_b = a.tcp->connect(b.info(1));
    REQUIRE(until([this] { return a.sink.writables > 0 && b.sink.writables > 0; }));
    to_a = b.tcp->connect(a.info(0));
  }
  bool until(const std::function<bool()>& holds, std::chrono::milliseconds limit = 10s) {
    return tcp_tests::until({&a, &b}, holds, limit);
  }
  node a, b;
  std::shared_ptr<link> to_b, to_a;
};

}  // namespace troupe::tcp_tests
