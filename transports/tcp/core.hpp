#pragma once

#include <troupe/transports/tcp/dial.hpp>
#include <troupe/transports/tcp/greeter.hpp>
#include <troupe/transports/tcp/link.hpp>
#include <troupe/transports/tcp/options.hpp>
#include <troupe/transports/tcp/resolver.hpp>
#include <troupe/transports/tcp/surroundings.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace troupe::detail::tcp {

/// All links of a node, and the connections that are to become links. When both ends dial at once,
/// the connection that the node with the lower id dialled is kept.
///
/// Threads: every member is thread-safe; one mutex guards the making of links, and is not held
/// while the sink is called. Links that are made do without it.
class core {
 public:
  core(tcp_options options, descriptor listener, frame_sink& sink, reactor& events);

  /// Begins to take connections.
  void start();

  const std::string& address() const { return address_; }
  bool knows(node_id peer) const;
  std::shared_ptr<link> connect(node_id peer, const std::vector<std::string>& addresses);
  void close(time_point deadline);

 private:
  struct mailbox;
  static std::shared_ptr<mailbox> make_mailbox();

  struct entry {
    std::shared_ptr<tcp_link> to{};
    std::optional<dial> dialling{};
  };
  /// What to do once the mutex is free: calls of the sink.
  struct outcome {
    std::vector<std::shared_ptr<tcp_link>> made{};
    std::vector<std::pair<std::shared_ptr<tcp_link>, error>> lost{};
  };

  // Each of these needs the mutex.
  std::shared_ptr<tcp_link> link_of(node_id peer);
  void ask_for_addresses(node_id peer, dial& d);
  void take_addresses();
  void try_next(node_id peer, entry& e, outcome& out);
  void end_attempt(node_id peer, entry& e, const error& why, bool hopeless, outcome& out);
  void accept_all();
  void watch(const std::shared_ptr<greeter>& g);
  void forget(const std::shared_ptr<greeter>& g);
  void advance(const std::shared_ptr<greeter>& g, outcome& out);
  void fail(const std::shared_ptr<greeter>& g, const hello_step& how, outcome& out);
  void decide(const std::shared_ptr<greeter>& g, outcome& out);
  answer judge(node_id dialler) const;
  void adopt(node_id peer, const std::shared_ptr<greeter>& g, outcome& out);
  void expire(time_point now, outcome& out);
  void set_alarm();

  // These take it.
  void on_timer();
  void tell(const outcome& out);
  std::vector<std::shared_ptr<tcp_link>> links() const;

  const tcp_options options_;
  const identity identity_;
  const std::string address_;
  const std::shared_ptr<surroundings> around_;

  mutable std::mutex mutex_;
  bool closed_ = false;
  descriptor listener_;
  bool accept_later_ = false;
  std::map<node_id, entry> entries_;
  std::vector<std::shared_ptr<greeter>> greeters_;
  std::size_t unproven_ = 0;  // of those, how many were dialled
  time_point next_check_ = time_point::max();

  const std::shared_ptr<mailbox> mailbox_;
  resolver resolver_;
};

}  // namespace troupe::detail::tcp
