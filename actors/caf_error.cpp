#include <troupe/actors/caf.hpp>
#include <troupe/actors/caf_error.hpp>

namespace troupe {

namespace {

constexpr auto category = caf::atom("troupe");

}  // namespace

caf::error to_caf(const error& e) {
  if (!e) return {};
  return caf::error{static_cast<std::uint8_t>(e.code()), category, caf::make_message(to_string(e))};
}

error from_caf(const caf::error& e) {
  if (!e) return {};
  if (e.category() != category) return {errc::program_failed, "actor error: " + caf::to_string(e)};
  std::string text;
  if (e.context().match_elements<std::string>()) text = e.context().get_as<std::string>(0);
  // The text begins with the code's name, which is said anyway.
  const auto code = static_cast<errc>(e.code());
  const auto name = to_string(code);
  if (text.starts_with(name)) text.erase(0, text.find_first_not_of(": ", name.size()));
  return {code, std::move(text)};
}

}  // namespace troupe
