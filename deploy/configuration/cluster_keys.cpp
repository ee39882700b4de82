#include <troupe/deploy/configuration/cluster_keys.hpp>
#include <troupe/deploy/environment/variables.hpp>
#include <troupe/transports/tcp/address.hpp>

#include <array>

namespace troupe::detail {
namespace {

bool take_text(const config_value& value, std::string& target, std::size_t most = 4096) {
  const auto* text = std::get_if<std::string>(&value.content);
  if (text == nullptr || text->empty() || text->size() > most) return false;
  target = *text;
  return true;
}

template <class Group>
bool take_group(const config_value& value, const Group*& target) {
  target = std::get_if<Group>(&value.content);
  return target != nullptr;
}

/// Null unless it is a duration above 0.
const std::chrono::nanoseconds* duration_of(const config_value& value) {
  const auto* time = std::get_if<std::chrono::nanoseconds>(&value.content);
  return time != nullptr && time->count() > 0 ? time : nullptr;
}

bool take_link(const config_value& value, cluster_groups& target) {
  const auto* name = std::get_if<std::string>(&value.content);
  if (name == nullptr) return false;
  if (*name == "shm") target.all.link = link_class::shared_memory;
  if (*name == "tcp") target.all.link = link_class::tcp;
  return *name == "auto" || target.all.link.has_value();
}

bool take_ready_timeout(const config_value& value, cluster_groups& target) {
  const auto* time = duration_of(value);
  if (time == nullptr) return false;
  target.all.ready_timeout = std::chrono::ceil<std::chrono::milliseconds>(*time);
  return true;
}

bool take_deadline(const config_value& value, collective_options& target) {
  const auto* time = duration_of(value);
  if (time == nullptr) return false;
  target.deadline = *time;
  return true;
}

bool take_order(const config_value& value, collective_options& target) {
  const auto* name = std::get_if<std::string>(&value.content);
  if (name == nullptr || (*name != "any" && *name != "rank")) return false;
  target.order = *name == "rank" ? order::rank : order::any;
  return true;
}

bool take_algorithm(const config_value& value, collective_options& target) {
  const auto* text = std::get_if<std::string>(&value.content);
  if (text == nullptr) return false;
  const auto name = algorithm_from_string(*text);
  if (name) target.algorithm = *name;
  return name.has_value();
}

bool take_ranks(const config_value& value, placed_node& target) {
  const auto* number = std::get_if<std::int64_t>(&value.content);
  if (number == nullptr || *number < 1 || *number > most_ranks) return false;
  target.node.ranks = static_cast<rank_id>(*number);
  return true;
}

bool take_listen(const config_value& value, placed_node& target) {
  return take_text(value, target.node.listen) && tcp::split_address(target.node.listen);
}

/// Names also name files of output.
bool take_name(const config_value& value, placed_node& target) {
  return take_text(value, target.node.name, 64) && target.node.name.front() != '.' &&
         target.node.name.front() != '-' &&
         target.node.name.find_first_of("/ \t\n'\"") == std::string::npos;
}

}  // namespace

std::span<const config_key<cluster_groups>> cluster_keys() {
  static constexpr std::array<config_key<cluster_groups>, 6> keys{{
      {"job", "a text of 1 to 64 bytes",
       [](const config_value& v, cluster_groups& to) { return take_text(v, to.all.job, 64); }},
      {"key-file", "the path of a file as a text",
       [](const config_value& v, cluster_groups& to) { return take_text(v, to.all.key_file); }},
      {"link", "\"auto\", \"shm\" or \"tcp\"", take_link},
      {"ready-timeout", "a duration such as 60s or 500ms", take_ready_timeout},
      {"defaults", "a group, { deadline = 10s }",
       [](const config_value& v, cluster_groups& to) { return take_group(v, to.defaults); }},
      {"nodes", "a list of groups, [ { name = \"a\", listen = \"host:4000\", ranks = 2 } ]",
       [](const config_value& v, cluster_groups& to) { return take_group(v, to.nodes); }},
  }};
  return keys;
}

std::span<const config_key<collective_options>> defaults_keys() {
  static constexpr std::array<config_key<collective_options>, 3> keys{{
      {"deadline", "a duration such as 10s or 50ms", take_deadline},
      {"order", "\"any\" or \"rank\"", take_order},
      {"algorithm", "an algorithm's name, such as \"automatic\" or \"ring\"", take_algorithm},
  }};
  return keys;
}

std::span<const config_key<placed_node>> node_keys() {
  static constexpr std::array<config_key<placed_node>, 3> keys{{
      {"name",
       "a text of 1 to 64 bytes without spaces, quotes and slashes, and without . or - in "
       "front",
       take_name},
      {"listen", "\"host:port\" or \"[v6-address]:port\"", take_listen},
      {"ranks", "a whole number from 1 to 1048576", take_ranks},
  }};
  return keys;
}

}  // namespace troupe::detail
