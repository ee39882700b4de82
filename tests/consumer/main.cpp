// A program of somebody else's, which knows the installed tree and nothing more.
#if __has_include(<troupe/troupe.hpp>)

#include <troupe/troupe.hpp>

#include <atomic>
#include <cstdio>
#include <span>

int main() {
  std::atomic<int> right{0};
  troupe::world local{{.ranks = 2}};
  local.run([&right](troupe::communicator world) {
    float value = 1.5F;
    world.all_reduce(std::span{&value, 1}, troupe::sum).get();
    if (value == 3.0F) ++right;
  });
  std::printf("%d of 2 ranks hold the sum\n", right.load());
  return right == 2 ? 0 : 1;
}

#else

#include <troupe/actors/element.hpp>
#include <troupe/actors/error.hpp>

#include <cstdio>

int main() {
  const troupe::error failure{troupe::errc::invalid_argument, "nothing is wrong but this"};
  const bool right =
      failure == troupe::errc::invalid_argument && troupe::size_of(troupe::element_type::bf16) == 2;
  std::printf("%s\n", troupe::to_string(failure).c_str());
  return right ? 0 : 1;
}

#endif
