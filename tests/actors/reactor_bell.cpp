#include <troupe/actors/node/reactor.hpp>

#include <catch2/catch.hpp>

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

using namespace std::chrono_literals;

namespace {

class counting final : public troupe::readiness {
 public:
  explicit counting(int fd) : fd_{fd} {}
  void ready(std::uint32_t events) override {
    if ((events & EPOLLIN) == 0) return;
    char bytes[64];
    ssize_t got;
    while ((got = ::recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) received += got;
  }
  std::atomic<long> received{0};

 private:
  int fd_;
};

struct pair {
  pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0); }
  ~pair() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  int ends[2] = {-1, -1};
};

}  // namespace

TEST_CASE("Polling without waiting returns at once", "[reactor]") {
  troupe::reactor r;
  CHECK_FALSE(r.poll(0ns));
}

TEST_CASE("A bell rung before the sleep ends it at once", "[reactor]") {
  troupe::reactor r;
  r.ring();
  CHECK(r.poll(std::nullopt));
  CHECK_FALSE(r.poll(0ns));
}

TEST_CASE("The bell wakes a thread that sleeps for ever", "[reactor]") {
  troupe::reactor r;
  std::atomic<bool> woken{false};
  std::thread sleeper{[&] { woken = r.poll(std::nullopt); }};
  r.ring();
  sleeper.join();
  CHECK(woken);
}

TEST_CASE("Eight bytes written to the bell's descriptor ring it", "[reactor]") {
  troupe::reactor r;
  const std::uint64_t one = 1;
  REQUIRE(::write(r.bell(), &one, sizeof one) == sizeof one);
  CHECK(r.poll(0ns));
}

TEST_CASE("A sleep ends after its time", "[reactor]") {
  troupe::reactor r;
  const auto before = std::chrono::steady_clock::now();
  CHECK_FALSE(r.poll(20ms));
  CHECK(std::chrono::steady_clock::now() - before >= 20ms);
}

TEST_CASE("A watched descriptor's edges reach its handler until unwatch", "[reactor]") {
  troupe::reactor r;
  pair sockets;
  auto handler = std::make_shared<counting>(sockets.ends[0]);
  CHECK_FALSE(r.watches_sockets());
  r.watch(sockets.ends[0], EPOLLIN, handler);
  CHECK(r.watches_sockets());
  REQUIRE(::write(sockets.ends[1], "abc", 3) == 3);
  CHECK(r.poll(10s));
  CHECK(handler->received == 3);

  r.unwatch(sockets.ends[0]);
  CHECK_FALSE(r.watches_sockets());
  CHECK(handler.use_count() == 1);
  REQUIRE(::write(sockets.ends[1], "abc", 3) == 3);
  CHECK_FALSE(r.poll(0ns));
  CHECK(handler->received == 3);
}

TEST_CASE("Every ring is answered by some waiting thread", "[reactor]") {
  troupe::reactor r;
  std::atomic<int> work{0}, done{0};
  constexpr int all = 2000;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      while (done < all) {
        r.poll(std::nullopt);
        while (work > 0) {
          if (work.fetch_sub(1) > 0)
            ++done;
          else
            ++work;
        }
        if (done >= all) r.ring();  // the next one sleeps as well
      }
    });
  for (int i = 0; i < all; ++i) {
    ++work;
    r.ring();
  }
  for (auto& each : threads) each.join();
  CHECK(done == all);
}
