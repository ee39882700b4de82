#pragma once

#include <troupe/actors/link/link.hpp>

namespace troupe::detail {

/// Stands where no link can be made: takes frames and drops them, as a broken link does.
class dead_link final : public link {
 public:
  const link_traits& traits() const override { return traits_; }
  bool send(const frame&, std::span<const std::byte>) override { return true; }
  region_key expose(std::span<const std::byte>) override { return 0; }
  void revoke(region_key) override {}
  access pull(region_key, std::size_t, std::span<std::byte>, pull_token) override {
    return access::failed;
  }
  void cancel_pull(pull_token) override {}
  access view(region_key, const std::byte*&) override { return access::failed; }
  bool release(region_key) override { return false; }

 private:
  link_traits traits_{.medium = link_class::tcp, .max_payload = 0, .views = false};
};

}  // namespace troupe::detail
