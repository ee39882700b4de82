#include <troupe/deploy/configuration/cluster.hpp>
#include <troupe/deploy/configuration/cluster_keys.hpp>
#include <troupe/deploy/environment/job_key.hpp>
#include <troupe/deploy/environment/own_address.hpp>
#include <troupe/deploy/explain/words.hpp>
#include <troupe/transports/tcp/address.hpp>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace troupe {
namespace {

using detail::config_problem;

constexpr auto example =
    "add [troupe] and nodes = [ { name = \"a\", listen = \"127.0.0.1:4000\", "
    "ranks = 2 } ]";

std::string host_of(const cluster_node& node) {
  return detail::tcp::split_address(node.listen).value_or({}).host;
}

/// The section `troupe`; what else the file holds must not look like a slip in writing it.
expected<const detail::config_map*> section_of(const detail::config_map& root,
                                               const std::string& file) {
  constexpr std::array<std::string_view, 1> only{"troupe"};
  const detail::config_map* section = nullptr;
  for (const auto& each : root.entries) {
    const auto* map = std::get_if<detail::config_map>(&each.value.content);
    if (map == nullptr)
      return config_problem(file, each.line, each.key + " stands outside of any section",
                            "move it below a line [troupe]");
    if (each.key == "troupe")
      section = map;
    else if (!detail::nearest(each.key, only).empty())
      return config_problem(file, each.line, "unknown section " + each.key, "did you mean troupe?");
  }
  if (section == nullptr)
    return error{errc::config_error, file + ": there is no section [troupe]", example};
  return section;
}

expected<void> read_nodes(const detail::cluster_groups& groups,
                          std::vector<detail::placed_node>& nodes) {
  const auto& file = groups.all.file;
  if (groups.nodes == nullptr || groups.nodes->empty())
    return error{errc::config_error, file + ": troupe.nodes names no node", example};
  for (const auto& each : *groups.nodes) {
    const auto path = "troupe.nodes[" + std::to_string(nodes.size()) + "]";
    const auto* map = std::get_if<detail::config_map>(&each.content);
    if (map == nullptr)
      return config_problem(file, each.line,
                            path + " is " + detail::describe(each) +
                                ", wanted a group such as { name = \"a\", listen "
                                "= \"host:4000\", ranks = 2 }");
    detail::placed_node made{.node = {}, .line = each.line};
    if (auto read = detail::read_group(file, path, *map, detail::node_keys(), made); !read)
      return read;
    for (const auto* needed : {"name", "listen"}) {
      if (map->find(needed) == nullptr)
        return config_problem(file, each.line, path + " has no " + needed);
    }
    nodes.push_back(std::move(made));
  }
  return {};
}

/// What no node's keys show alone.
expected<void> check_nodes(const std::string& file, bool key,
                           const std::vector<detail::placed_node>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& [node, line] = nodes[i];
    const auto address = detail::tcp::split_address(node.listen).value_or({});
    if (i == 0 && nodes.size() > 1 && address.port == 0)
      return config_problem(
          file, line,
          "the first node listens at " + node.listen + ", but the others must know its port",
          "choose one, such as " + join_address(address.host, 4000));
    if (!key && !is_loopback(address.host))
      return config_problem(file, line,
                            node.name + " listens at " + node.listen +
                                ", which other machines may reach, and there is no "
                                "troupe.key-file",
                            std::string{how_to_make_a_key} + " and write key-file = \"job.key\"");
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [earlier, earlier_line] = nodes[j];
      const auto where = ", as the one in line " + std::to_string(earlier_line);
      if (earlier.name == node.name)
        return config_problem(file, line, "the node has the name " + node.name + where,
                              "give each node a name of its own");
      if (earlier.listen == node.listen && address.port != 0)
        return config_problem(file, line, node.name + " listens at " + node.listen + where,
                              "give each node an address of its own, or port 0");
    }
  }
  return {};
}

}  // namespace

expected<cluster> parse_cluster(std::string_view text, const std::string& file) {
  const auto root = detail::read_tree(text, file);
  if (!root) return root.error();
  const auto section = section_of(*root, file);
  if (!section) return section.error();
  detail::cluster_groups groups;
  groups.all.file = file;
  if (auto read = detail::read_group(file, "troupe", **section, detail::cluster_keys(), groups);
      !read)
    return read.error();
  if (groups.defaults != nullptr) {
    if (auto read = detail::read_group(file, "troupe.defaults", *groups.defaults,
                                       detail::defaults_keys(), groups.all.defaults);
        !read)
      return read.error();
  }
  std::vector<detail::placed_node> nodes;
  if (auto read = read_nodes(groups, nodes); !read) return read.error();
  if (auto right = check_nodes(file, !groups.all.key_file.empty(), nodes); !right)
    return right.error();
  for (auto& each : nodes) groups.all.nodes.push_back(std::move(each.node));
  return std::move(groups.all);
}

expected<cluster> read_cluster(const std::string& path) {
  std::ifstream file{path};
  std::error_code failed;
  if (!file || std::filesystem::is_directory(path, failed))
    return error{errc::config_error,
                 {.system_errno = file ? EISDIR : errno,
                  .what = "the cluster file '" + path + "' can't be read",
                  .advice = "check the path and who may read it"}};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  auto all = parse_cluster(text, path);
  // A relative key file lies beside the file that names it.
  if (all && !all->key_file.empty())
    all->key_file = std::filesystem::absolute(path).parent_path() / all->key_file;
  return all;
}

expected<node_setup> setup_of(const cluster& all, const std::string& name) {
  node_setup setup{.job = all.job,
                   .nodes = static_cast<node_id>(all.nodes.size()),
                   .seed = all.nodes.front().listen,
                   .link = all.link,
                   .ready_timeout = all.ready_timeout,
                   .defaults = all.defaults};
  const cluster_node* found = nullptr;
  std::vector<std::string_view> names;
  for (const auto& each : all.nodes) {
    names.push_back(each.name);
    if (each.name == name) {
      found = &each;
      setup.self = static_cast<node_id>(names.size()) - 1;
    }
    if (found == nullptr) setup.first_rank += each.ranks;
  }
  if (found == nullptr)
    return error{
        errc::config_error,
        detail::unknown_word("the node's name", name, names).details().what + " in " + all.file,
        detail::unknown_word("", name, names).details().advice};
  setup.ranks = found->ranks;
  setup.name = found->name;
  setup.listen = found->listen;
  for (const auto& each : all.nodes) {
    if (host_of(each) == host_of(*found)) setup.local_ranks += each.ranks;
  }
  if (!all.key_file.empty()) {
    auto key = read_key_file(all.key_file);
    if (!key) return key.error();
    setup.key = *std::move(key);
  }
  return setup;
}

}  // namespace troupe
