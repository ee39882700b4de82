#include <troupe/deploy/environment/completing.hpp>
#include <troupe/deploy/environment/launchers.hpp>
#include <troupe/deploy/environment/meeting_point.hpp>
#include <troupe/deploy/environment/setup_from_environment.hpp>

namespace troupe {

expected<std::optional<node_setup>> setup_from_environment(const environment& vars,
                                                           const address_finder& own_address) {
  detail::variables reader{vars};
  for (const auto& each : detail::launchers()) {
    if (!each.started(reader)) continue;
    auto setup = each.read(reader);
    detail::read_completing(reader, setup);
    detail::choose_meeting_point(reader, setup, own_address);
    if (!reader.wrong()) return std::optional{std::move(setup)};
    auto details = reader.wrong().details();
    details.operation = "the environment of " + std::string{each.name};
    return error{reader.wrong().code(), std::move(details)};
  }
  return std::optional<node_setup>{};
}

}  // namespace troupe
