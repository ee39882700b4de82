#include <troupe/transports/in_process/link.hpp>

#include <catch2/catch.hpp>

#include <numeric>

using namespace troupe;
using detail::endpoint;

namespace {

/// Takes frames and notes who announced it.
class listener final : public endpoint {
 public:
  explicit listener(rank_id rank) : endpoint{rank} {}
  bool step(detail::effort) override { return false; }
  bool has_input() const override { return frames_.has_frames(); }
  void expire(detail::time_point) override {}
  void announce(endpoint& target) override { announced.push_back(target.world_rank()); }
  void accept(const frame&, std::span<const std::byte>) override {}

  std::vector<std::uint64_t> take() {
    std::vector<std::uint64_t> sequences;
    frames().drain(
        [&](const frame& f, std::span<const std::byte>) { sequences.push_back(f.sequence); });
    return sequences;
  }
  std::vector<rank_id> announced;
};

struct ranks {
  explicit ranks(rank_id first = 0, rank_id count = 3) {
    for (rank_id i = 0; i < count; ++i) all.push_back(std::make_unique<listener>(first + i));
    std::vector<endpoint*> endpoints;
    for (auto& each : all) endpoints.push_back(each.get());
    link = std::make_unique<in_process_link>(first, endpoints);
  }
  std::vector<std::unique_ptr<listener>> all;
  std::unique_ptr<in_process_link> link;
};

frame from_to(rank_id source, rank_id destination, std::uint64_t number = 0) {
  frame f;
  f.source = source;
  f.destination = destination;
  f.sequence = number;
  return f;
}

}  // namespace

TEST_CASE("A frame goes to the inbox of the rank that it names, in order", "[in_process]") {
  ranks r{10};
  for (std::uint64_t i = 0; i < 600; ++i) CHECK(r.link->send(from_to(10, 12, i), {}));
  std::vector<std::uint64_t> wanted(600);
  std::iota(wanted.begin(), wanted.end(), 0u);
  CHECK(r.all[2]->take() == wanted);
  CHECK(r.all[0]->take().empty());
  CHECK(r.all[1]->take().empty());
}

TEST_CASE("The sender's turn learns whom it gave something, and how much", "[in_process]") {
  ranks r;
  r.link->send(from_to(0, 1), {});
  auto large = from_to(0, 2);
  large.kind = frame_kind::offer;
  large.bytes = 1 << 20;
  r.link->send(large, {});
  const auto touched = r.all[0]->touched().all();
  REQUIRE(touched.size() == 2);
  CHECK(touched[0].target == r.all[1].get());
  CHECK_FALSE(touched[0].heavy);
  CHECK(touched[1].target == r.all[2].get());
  CHECK(touched[1].heavy);
}

TEST_CASE("A sender that has touched too many announces the next at once", "[in_process]") {
  ranks r{0, 20};
  for (rank_id to = 1; to < 20; ++to) r.link->send(from_to(0, to), {});
  CHECK(r.all[0]->touched().all().size() + r.all[0]->announced.size() == 19);
  CHECK(r.all[0]->announced == std::vector<rank_id>{17, 18, 19});
}

TEST_CASE("Frames for ranks of other nodes are taken and dropped", "[in_process]") {
  ranks r{5};
  CHECK(r.link->send(from_to(5, 4), {}));
  CHECK(r.link->send(from_to(5, 8), {}));
  CHECK(r.link->send(from_to(99, 5), {}));
  for (auto& each : r.all) CHECK(each->take().empty());
}

TEST_CASE("pull copies any part of a region, also across chunks", "[in_process]") {
  ranks r;
  std::vector<std::byte> memory((std::size_t{3} << 20) + 17);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 >> 4);
  const auto key = r.link->expose(memory);
  std::vector<std::byte> copy(memory.size());
  CHECK(r.link->pull(key, 0, copy, {}) == access::granted);
  CHECK(copy == memory);
  std::vector<std::byte> part(100);
  CHECK(r.link->pull(key, memory.size() - 100, part, {}) == access::granted);
  CHECK(std::equal(part.begin(), part.end(), memory.end() - 100));
  r.link->revoke(key);
  CHECK(r.link->pull(key, 0, copy, {}) == access::revoked);
}

TEST_CASE("pull beyond a region's end reads nothing", "[in_process]") {
  ranks r;
  const std::vector<std::byte> memory(100);
  const auto key = r.link->expose(memory);
  std::vector<std::byte> copy(50, std::byte{1});
  CHECK(r.link->pull(key, 51, copy, {}) == access::failed);
  CHECK(r.link->pull(key, 101, copy, {}) == access::failed);
  CHECK(r.link->pull(key, ~std::size_t{0}, copy, {}) == access::failed);
  CHECK(copy == std::vector<std::byte>(50, std::byte{1}));
  CHECK(r.link->pull(key, 50, copy, {}) == access::granted);
}

TEST_CASE("view shows the owner's memory itself until release", "[in_process]") {
  ranks r;
  CHECK(r.link->traits().views);
  const std::vector<std::byte> memory(10);
  const auto key = r.link->expose(memory);
  const std::byte* data = nullptr;
  REQUIRE(r.link->view(key, data) == access::granted);
  CHECK(data == memory.data());
  CHECK(r.link->release(key));
  r.link->revoke(key);
  CHECK(r.link->view(key, data) == access::revoked);
}
