#pragma once

#include <troupe/actors/link/medium.hpp>
#include <troupe/actors/node/reactor.hpp>
#include <troupe/transports/tcp/options.hpp>

#include <memory>
#include <string>
#include <vector>

namespace troupe {

namespace detail::tcp {
class core;
}

/// Links over TCP. Everything happens on the threads that poll the reactor, and on those that call;
/// only while a name server is asked is there a thread of its own.
///
/// Threads: every member is thread-safe, except that `close` is called once, from outside of the
/// sink and the reactor's handlers, while nobody calls the others.
class tcp_medium final : public medium {
 public:
  explicit tcp_medium(std::shared_ptr<detail::tcp::core> made);
  ~tcp_medium() override;

  /// Where peers reach this node: "host:port" or "[v6]:port", numeric.
  std::string local_address() const;

  /// As `connect`, for a node of which only addresses are known yet.
  std::shared_ptr<link> connect_to(node_id peer, const std::vector<std::string>& addresses);

  link_class kind() const override { return link_class::tcp; }
  expected<void> reaches(const node_info& peer) const override;

  /// The sink's `writable` tells when the link is up, `down` when it could not be made in
  /// `connect_timeout`, or at once when the other side is a wrong one.
  std::shared_ptr<link> connect(const node_info& peer) override {
    return connect_to(peer.id, peer.addresses);
  }

  bool poll() override { return false; }  // the reactor watches all there is
  bool arm() override { return true; }

  /// Also works when nobody polls the reactor any more. Pulls that are pending end as `failed`; the
  /// sink is not called any more when it returns. Links that callers keep drop what they are given.
  void close(std::chrono::steady_clock::time_point deadline) override;

 private:
  std::shared_ptr<detail::tcp::core> core_;
};

/// Listens, and takes connections from then on. Sink and reactor outlive the medium.
///
/// Errors: `config_error` if the address can't be listened on: taken, unknown, not of this machine;
/// or if it can be reached from other machines and there is no key.
expected<std::unique_ptr<tcp_medium>> make_tcp_medium(tcp_options options, frame_sink& sink,
                                                      reactor& events);

}  // namespace troupe
