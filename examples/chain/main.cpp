// One training step's communication as a chain: the gradient is reduced and scattered, each rank
// updates its own shard, the shards are gathered again, and nobody waits in between. With
// --coroutine the same reads like straight-line code.
#include <troupe/troupe.hpp>

#include <chrono>
#include <cstdio>
#include <string_view>

namespace {

using namespace std::chrono_literals;
constexpr std::size_t shard_size = 1000;

troupe::tensor<float> gradient_of(const troupe::communicator& world) {
  auto gradient = world.allocate<float>(shard_size * static_cast<std::size_t>(world.size()));
  for (auto& g : gradient) g = static_cast<float>(world.rank() + 1);
  return gradient;
}

troupe::tensor<float> updated(troupe::tensor<float> shard) {
  for (auto& w : shard) w = 1 - 0.5F * w;
  return shard;
}

void as_futures(const troupe::communicator& world, const troupe::tensor<float>& gradient) {
  auto weights = world.reduce_scatter(gradient, troupe::avg)
                     .then([](troupe::tensor<float> shard) { return updated(std::move(shard)); })
                     .then([world](troupe::tensor<float> shard) {
                       return world.all_gather(std::move(shard));
                     });
  // Here the rank could compute something else.
  const auto all = weights.get();
  if (world.rank() == 0) std::printf("futures:   %zu weights of %g\n", all.size(), all[0]);
}

troupe::task<> as_coroutine(troupe::communicator world, const troupe::tensor<float>& gradient) {
  auto shard = co_await world.reduce_scatter(gradient, troupe::avg);
  const auto all = co_await world.all_gather(updated(std::move(shard)));
  if (world.rank() == 0) std::printf("coroutine: %zu weights of %g\n", all.size(), all[0]);
}

void with_a_deadline(const troupe::communicator& world) {
  // Every rank waits for a message that nobody sends: a value tells, nothing hangs.
  float nothing = 0;
  const auto result =
      world.recv(std::span{&nothing, 1}, troupe::any_source, {.tag = 9, .deadline = 20ms}).result();
  if (world.rank() == 0)
    std::printf("deadline:  %s\n", result ? "a message?" : to_string(result.error()).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && argv[1] == std::string_view{"--coroutine"})
    return troupe::run(argc, argv, [](troupe::communicator world) -> troupe::task<> {
      const auto gradient = gradient_of(world);
      co_await as_coroutine(world, gradient);
    });
  return troupe::run(argc, argv, [](troupe::communicator world) {
    const auto gradient = gradient_of(world);
    as_futures(world, gradient);
    with_a_deadline(world);
  });
}
