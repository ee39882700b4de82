// What every machine of a cluster runs: each rank tells where it is, and all agree on a number.
#include <troupe/troupe.hpp>

#include <unistd.h>

#include <array>
#include <cstdio>

int main(int argc, char** argv) {
  return troupe::run(argc, argv, [](troupe::communicator world) {
    std::array<char, 64> host{};
    ::gethostname(host.data(), host.size() - 1);
    std::printf("rank %d of %d: process %d on %s\n", world.rank(), world.size(),
                static_cast<int>(::getpid()), host.data());

    std::array<double, 1000> part{};
    part.fill(world.rank() + 1);
    world.all_reduce(part, troupe::sum).get();
    world.barrier().get();
    if (world.rank() == 0) std::printf("the ranks' numbers add up to %g\n", part[0]);
  });
}
