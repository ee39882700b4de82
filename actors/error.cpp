#include <troupe/actors/error.hpp>

#include <cstring>
#include <string_view>

namespace troupe {

namespace {

std::string_view file_name(const char* path) {
  std::string_view view{path};
  const auto slash = view.rfind('/');
  return slash == view.npos ? view : view.substr(slash + 1);
}

}  // namespace

error::error(errc code, std::string what, std::string advice)
    : error{code, error_details{.what = std::move(what), .advice = std::move(advice)}} {}

error::error(errc code, error_details details)
    : code_{code}, details_{std::make_shared<const error_details>(std::move(details))} {}

const error_details& error::details() const {
  static const error_details none{};
  return details_ ? *details_ : none;
}

std::string to_string(const error& e) {
  const auto& d = e.details();
  std::string text{to_string(e.code())};
  if (!d.operation.empty()) text += " in " + d.operation;
  if (!d.communicator.empty()) text += " on " + d.communicator;
  if (d.op.sequence != 0) text += " #" + std::to_string(d.op.sequence);
  if (d.rank >= 0) text += " at rank " + std::to_string(d.rank);
  if (!d.what.empty()) text += ": " + d.what;
  if (!d.peers.empty()) {
    text += d.peers.size() == 1 ? " [rank" : " [ranks";
    for (const auto peer : d.peers) text += ' ' + std::to_string(peer);
    text += ']';
  }
  if (d.system_errno != 0) text += std::string{" ("} + std::strerror(d.system_errno) + ')';
  if (d.elapsed.count() > 0)
    text += " after " + std::to_string(d.elapsed.count() / 1'000'000) + " ms";
  if (d.site.line() != 0)
    text += " (called at " + std::string{file_name(d.site.file_name())} + ':' +
            std::to_string(d.site.line()) + ')';
  if (!d.advice.empty()) text += "; " + d.advice;
  return text;
}

}  // namespace troupe
