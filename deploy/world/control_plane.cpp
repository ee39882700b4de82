#include <troupe/deploy/world/control_plane.hpp>

namespace troupe::detail {

struct control_plane::state {
  std::vector<medium*> media;
};

control_plane::control_plane(std::unique_ptr<state> made) : state_{std::move(made)} {}
control_plane::~control_plane() = default;

expected<std::unique_ptr<control_plane>> control_plane::make(const node_setup&, router&, progress&,
                                                             reactor&) {
  return error{errc::unsupported, "worlds of several nodes"};
}

expected<std::vector<node_info>> control_plane::assemble() {
  return std::vector<node_info>{};
}
expected<void> control_plane::wait_open() {
  return {};
}
const std::vector<medium*>& control_plane::media() const {
  return state_->media;
}
link_class control_plane::common_class() const {
  return link_class::tcp;
}
memory_source* control_plane::memory() const {
  return nullptr;
}
void control_plane::frame_arrived(node_id, const frame&, std::span<const std::byte>) {}
void control_plane::link_down(node_id, const error&, bool) {}
void control_plane::writable(node_id) {}
void control_plane::rank_over(rank_id, const error&) {}
void control_plane::leave() {}
void control_plane::close() {}

}  // namespace troupe::detail
