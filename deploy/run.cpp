#include <troupe/deploy/environment/setup_from_environment.hpp>
#include <troupe/deploy/run.hpp>
#include <troupe/deploy/world/actor_system.hpp>
#include <troupe/deploy/world/node.hpp>

#include <charconv>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

namespace troupe::detail {

namespace {

/// The value of `--ranks N` or `--ranks=N`; what stands after `--` is not ours.
std::optional<std::string_view> ranks_argument(int argc, char** argv) {
  constexpr std::string_view name{"--ranks"};
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument{argv[i]};
    if (argument == "--") break;
    if (argument == name) return i + 1 < argc ? argv[i + 1] : "";
    if (argument.starts_with(name) && argument[name.size()] == '=')
      return argument.substr(name.size() + 1);
  }
  return std::nullopt;
}

expected<node_setup> alone(int argc, char** argv) {
  node_setup setup;
  const auto given = ranks_argument(argc, argv);
  if (!given) return setup;
  const auto [end, failed] =
      std::from_chars(given->data(), given->data() + given->size(), setup.ranks);
  if (failed != std::errc{} || end != given->data() + given->size() || setup.ranks < 1)
    return error{errc::invalid_argument,
                 "--ranks is \"" + std::string{*given} + "\", wanted a number of at least 1"};
  return setup;
}

void complain(const std::string& text) {
  std::cerr << text + '\n' << std::flush;
}

int run(int argc, char** argv, const rank_body& body) {
  auto joined = setup_from_environment(environment_of_process());
  if (!joined) {
    complain("troupe: " + to_string(joined.error()));
    return 2;
  }
  auto setup = *joined ? expected<node_setup>{std::move(**joined)} : alone(argc, argv);
  if (!setup) {
    complain("troupe: " + to_string(setup.error()));
    return 2;
  }
  const auto first = setup->first_rank;
  own_actor_system system;
  node home{system.get(), *std::move(setup)};
  if (const auto started = home.start(); !started) {
    complain("troupe: " + to_string(started.error()));
    return 2;
  }
  home.spawn(body);
  int status = 0;
  auto rank = first;
  for (const auto& verdict : home.join()) {
    if (verdict) {
      complain("rank " + std::to_string(rank) + ": " + to_string(verdict));
      status = 1;
    }
    ++rank;
  }
  return status;
}

}  // namespace

int run_function(int argc, char** argv, std::function<void(communicator)> body) {
  return run(argc, argv, {std::move(body), {}});
}

int run_coroutine(int argc, char** argv, std::function<task<>(communicator)> body) {
  return run(argc, argv, {{}, std::move(body)});
}

}  // namespace troupe::detail
