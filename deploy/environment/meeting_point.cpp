#include <troupe/deploy/environment/job_key.hpp>
#include <troupe/deploy/environment/meeting_point.hpp>
#include <troupe/transports/tcp/address.hpp>

namespace troupe::detail {
namespace {

/// The host of an address; empty, and remembered as wrong, if it isn't one.
std::string host_of(variables& vars, const std::string& name, const std::string& address,
                    unsigned least_port) {
  const auto parts = tcp::split_address(address);
  if (parts && parts->port >= least_port) return parts->host;
  vars.fail({errc::config_error, name + " is '" + address + "', wanted host:port" +
                                     (least_port > 0 ? " with a port above 0" : "")});
  return {};
}

void find_seed(variables& vars, node_setup& setup) {
  if (!setup.seed.empty()) return;
  if (setup.self == 0 && (!setup.listen.empty() || setup.listener >= 0)) return;
  vars.fail({errc::config_error, "nothing says where node 0 listens",
             "set TROUPE_SEED to host:port of rank 0's machine, the same for all ranks"});
}

void choose_listen(variables& vars, node_setup& setup, const std::string& seed_host,
                   const address_finder& own_address) {
  if (!setup.listen.empty() || setup.listener >= 0 || vars.wrong()) return;
  if (setup.self == 0) {
    setup.listen = setup.seed;
  } else if (is_loopback(seed_host)) {
    setup.listen = seed_host == "::1" ? "[::1]:0" : "127.0.0.1:0";
  } else if (const auto own = own_address(seed_host); own) {
    setup.listen = join_address(*own, 0);
  } else {
    vars.fail(own.error());
  }
}

void need_key(variables& vars, const std::string& whose, const std::string& address,
              const std::string& host) {
  if (host.empty() || is_loopback(host)) return;
  vars.fail({errc::config_error,
             whose + " listens at " + address +
                 ", which other machines may reach, and the job has "
                 "no key",
             std::string{how_to_make_a_key} + " and set TROUPE_KEY_FILE to its path"});
}

}  // namespace

void choose_meeting_point(variables& vars, node_setup& setup, const address_finder& own_address) {
  if (setup.nodes == 1 || vars.wrong()) return;
  if (setup.link == link_class::in_process)
    vars.refuse("TROUPE_LINK",
                "auto, shm or tcp, as there are " + std::to_string(setup.nodes) + " processes");
  find_seed(vars, setup);
  if (vars.wrong()) return;
  const auto seed_name = vars.has("TROUPE_SEED") ? "TROUPE_SEED" : "node 0's address";
  const auto seed_host = setup.seed.empty() ? "" : host_of(vars, seed_name, setup.seed, 1);
  choose_listen(vars, setup, seed_host, own_address);
  if (vars.wrong()) return;
  const auto own_host = setup.listen.empty() ? "" : host_of(vars, "TROUPE_LISTEN", setup.listen, 0);
  if (!setup.key.empty()) return;
  need_key(vars, "node 0", setup.seed, seed_host);
  need_key(vars, "this node", setup.listen, own_host);
}

}  // namespace troupe::detail
