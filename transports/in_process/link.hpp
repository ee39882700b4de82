#pragma once

#include <troupe/actors/link/endpoint.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/transports/in_process/lease_table.hpp>

#include <vector>

namespace troupe {

/// The link among the ranks of one process: frames go straight into the receiver's inbox, payloads
/// are read where they are.
class in_process_link final : public link {
 public:
  /// Ranks first_rank, first_rank + 1, … of the world, in the order of `endpoints`, which outlive
  /// the link.
  in_process_link(rank_id first_rank, std::vector<detail::endpoint*> endpoints);

  const link_traits& traits() const override { return traits_; }
  bool send(const frame& header, std::span<const std::byte> payload) override;
  region_key expose(std::span<const std::byte> memory) override;
  void revoke(region_key region) override;
  access pull(region_key region, std::size_t offset, std::span<std::byte> destination,
              pull_token token) override;
  void cancel_pull(pull_token) override {}  // a pull never stays pending
  access view(region_key region, const std::byte*& data) override;
  bool release(region_key region) override;

 private:
  detail::endpoint* find(rank_id rank) const;

  link_traits traits_;
  rank_id first_;
  std::vector<detail::endpoint*> endpoints_;
  detail::lease_table regions_;
};

}  // namespace troupe
