#include <troupe/transports/tcp/core.hpp>
#include <troupe/transports/tcp/medium.hpp>
#include <troupe/transports/tcp/socket.hpp>

namespace troupe {

namespace {

expected<detail::tcp::descriptor> open_listener(const tcp_options& options) {
  using namespace detail::tcp;
  if (options.inherited_listener < 0) return listen_on(options.listen);
  return adopt_listener(options.inherited_listener);
}

}  // namespace

tcp_medium::tcp_medium(std::shared_ptr<detail::tcp::core> made) : core_{std::move(made)} {}

tcp_medium::~tcp_medium() {
  core_->close(std::chrono::steady_clock::now());
}

std::string tcp_medium::local_address() const {
  return core_->address();
}

std::shared_ptr<link> tcp_medium::connect_to(node_id peer,
                                             const std::vector<std::string>& addresses) {
  return core_->connect(peer, addresses);
}

expected<void> tcp_medium::reaches(const node_info& peer) const {
  if (!peer.addresses.empty() || core_->knows(peer.id)) return {};
  return error{errc::link_failed, "it has told no TCP address",
               "have it listen on an address that this node reaches"};
}

void tcp_medium::close(std::chrono::steady_clock::time_point deadline) {
  core_->close(deadline);
}

expected<std::unique_ptr<tcp_medium>> make_tcp_medium(tcp_options options, frame_sink& sink,
                                                      reactor& events) {
  using namespace detail::tcp;
  auto listener = open_listener(options);
  if (!listener) return listener.error();
  if (options.job.size() > longest_job)
    return error{errc::config_error,
                 "the job's name has " + std::to_string(options.job.size()) + " bytes, at most " +
                     std::to_string(longest_job) + " are allowed",
                 "choose a shorter name"};
  const auto bound = troupe::detail::tcp::local_address(listener->get());
  if (!bound) return bound.error();
  if (options.job_key.empty() && !bound->loopback())
    return error{errc::config_error,
                 "the job has no key, but listens on " + detail::tcp::to_string(*bound) +
                     ", which other machines reach",
                 "set a key, the same on all nodes, or listen on a loopback address"};
  auto made = std::make_shared<core>(std::move(options), std::move(*listener), sink, events);
  made->start();
  return std::make_unique<tcp_medium>(std::move(made));
}

}  // namespace troupe
