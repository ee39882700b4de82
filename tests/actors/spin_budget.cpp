#include <troupe/actors/progress/spin.hpp>
#include <troupe/actors/progress/turn.hpp>

#include <catch2/catch.hpp>

#include <thread>
#include <vector>

using namespace troupe::detail;

TEST_CASE("There is one core at least", "[spin]") {
  CHECK(usable_cores() >= 1);
}

TEST_CASE("Nobody spins when more want to than there are cores", "[spin]") {
  spin_budget budget{usable_cores() + 1};
  CHECK(budget.scarce());
  CHECK(budget.rounds() == 0);
  budget.paid();
  budget.wasted();
  CHECK(budget.rounds() == 0);
}

TEST_CASE("A spin that paid makes the next longer, up to a limit", "[spin]") {
  spin_budget budget{1};
  REQUIRE_FALSE(budget.scarce());
  CHECK(budget.rounds() == spin_budget::start);
  const auto before = budget.rounds();
  budget.paid();
  CHECK(budget.rounds() > before);
  for (int i = 0; i < 1000; ++i) budget.paid();
  CHECK(budget.rounds() == spin_budget::longest);
}

TEST_CASE("A wasted spin makes the next shorter, down to a limit", "[spin]") {
  spin_budget budget{1};
  const auto before = budget.rounds();
  budget.wasted();
  CHECK(budget.rounds() < before);
  for (int i = 0; i < 1000; ++i) budget.wasted();
  CHECK(budget.rounds() > 0);
  CHECK(budget.rounds() <= spin_budget::shortest);
}

TEST_CASE("A turn is held by one at a time", "[turn]") {
  turn t;
  CHECK_FALSE(t.held());
  REQUIRE(t.try_acquire());
  CHECK(t.held());
  CHECK_FALSE(t.try_acquire());
  t.release();
  CHECK_FALSE(t.held());
  CHECK(t.try_acquire());
}

TEST_CASE("A turn keeps what its holders share consistent", "[turn]") {
  turn t;
  long shared = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int done = 0; done < 5000;) {
        if (!t.try_acquire()) {
          std::this_thread::yield();
          continue;
        }
        ++shared;
        ++done;
        t.release();
      }
    });
  for (auto& each : threads) each.join();
  CHECK(shared == 20'000);
}
