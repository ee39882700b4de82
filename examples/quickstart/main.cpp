// The send/recv of PyTorch's "Writing Distributed Applications" tutorial: rank 0 sends its tensor
// to rank 1, once blocking, once while it does something else.
#include <troupe/troupe.hpp>

#include <cstdio>

namespace {

void blocking(troupe::communicator& world) {
  auto x = world.allocate<float>(1);
  x[0] = 0;
  if (world.rank() == 0) {
    x[0] += 1;
    world.send(x, 1).get();  // here until x may be used again
  } else if (world.rank() == 1) {
    world.recv(x, 0).get();  // here until x has arrived
  }
  std::printf("rank %d has data %g\n", world.rank(), x[0]);
}

void asynchronous(troupe::communicator& world) {
  auto x = world.allocate<float>(1);
  x[0] = 0;
  troupe::future<troupe::status> pending;
  if (world.rank() == 0) {
    x[0] += 1;
    pending = world.send(x, 1);
    std::printf("rank 0 has started to send\n");
  } else if (world.rank() == 1) {
    pending = world.recv(x, 0);
    std::printf("rank 1 has started to receive\n");
  }
  if (pending.valid()) pending.get();  // until then x belongs to the call
  std::printf("rank %d has data %g\n", world.rank(), x[0]);
}

}  // namespace

int main(int argc, char** argv) {
  return troupe::run(argc, argv, [](troupe::communicator world) {
    if (world.size() < 2) {
      std::puts("quickstart wants two ranks: quickstart --ranks 2");
      return;
    }
    blocking(world);
    world.barrier().get();
    asynchronous(world);
  });
}
