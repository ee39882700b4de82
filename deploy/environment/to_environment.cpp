#include <troupe/deploy/environment/duration.hpp>
#include <troupe/deploy/environment/to_environment.hpp>

namespace troupe {

environment to_environment(const node_setup& setup, const std::string& key_file) {
  environment vars{{"TROUPE_JOB", setup.job},
                   {"TROUPE_NODE", std::to_string(setup.self)},
                   {"TROUPE_NODES", std::to_string(setup.nodes)},
                   {"TROUPE_FIRST_RANK", std::to_string(setup.first_rank)},
                   {"TROUPE_RANKS", std::to_string(setup.ranks)}};
  // What nobody chose stays open to the user's own variables.
  if (setup.ready_timeout != node_setup{}.ready_timeout)
    vars["TROUPE_READY_TIMEOUT"] = detail::print_duration(setup.ready_timeout);
  if (setup.local_ranks > 0) vars["TROUPE_LOCAL_RANKS"] = std::to_string(setup.local_ranks);
  if (!setup.name.empty()) vars["TROUPE_NAME"] = setup.name;
  if (!setup.listen.empty()) vars["TROUPE_LISTEN"] = setup.listen;
  if (setup.listener >= 0) vars["TROUPE_LISTEN_FD"] = std::to_string(setup.listener);
  if (!setup.seed.empty()) vars["TROUPE_SEED"] = setup.seed;
  if (!key_file.empty()) vars["TROUPE_KEY_FILE"] = key_file;
  if (setup.link) vars["TROUPE_LINK"] = to_string(*setup.link);
  const auto& defaults = setup.defaults;
  if (defaults.deadline) vars["TROUPE_DEADLINE"] = detail::print_duration(*defaults.deadline);
  if (defaults.order) vars["TROUPE_ORDER"] = *defaults.order == order::rank ? "rank" : "any";
  if (defaults.algorithm) vars["TROUPE_ALGORITHM"] = to_string(*defaults.algorithm);
  return vars;
}

}  // namespace troupe
