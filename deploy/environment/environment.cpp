#include <troupe/deploy/environment/environment.hpp>

#include <unistd.h>

#include <string_view>

namespace troupe {

environment environment_of_process() {
  environment vars;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    const auto equals = text.find('=');
    if (equals != text.npos) vars.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return vars;
}

}  // namespace troupe
