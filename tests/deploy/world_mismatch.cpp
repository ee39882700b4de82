#include <catch2/catch.hpp>

#include <array>

#include "tests/deploy/world_support.hpp"

using namespace troupe;
using world_test::checks;
using world_test::has;
using namespace std::chrono_literals;

namespace {

constexpr collective_options bounded{.deadline = 20s};

/// What rank 1 calls while the others call an all_reduce of four ints by sum.
struct other_call {
  std::string name;
  future<outcome> (*make)(const communicator&);
  std::string theirs;  ///< in the text
};

std::array<std::array<int, 64>, 8> memory{};

std::span<int> mine(const communicator& w, std::size_t count) {
  return std::span{memory[static_cast<std::size_t>(w.rank())]}.first(count);
}

}  // namespace

TEST_CASE("Members that call different things are told both calls", "[mismatch]") {
  const std::vector<other_call> others{
      {"count", [](const communicator& w) { return w.all_reduce(mine(w, 5), sum, bounded); },
       "all_reduce(count 5 of i32, sum"},
      {"zero count", [](const communicator& w) { return w.all_reduce(mine(w, 0), sum, bounded); },
       "all_reduce(count 0 of i32, sum"},
      {"operation", [](const communicator& w) { return w.all_reduce(mine(w, 4), max, bounded); },
       "all_reduce(count 4 of i32, max"},
      {"type",
       [](const communicator& w) {
         static std::array<float, 4> floats{};
         return w.all_reduce(floats, sum, bounded);
       },
       "all_reduce(count 4 of f32, sum"},
      {"algorithm",
       [](const communicator& w) {
         return w.all_reduce(mine(w, 4), sum, {.deadline = 20s, .algorithm = algorithm::ring});
       },
       "by ring"},
      {"primitive", [](const communicator& w) { return w.barrier(bounded); }, "barrier("},
  };
  const rank_id ranks = GENERATE(2, 3, 4);
  CAPTURE(ranks);
  for (const auto& other : others) {
    checks c;
    world_test::run(ranks, [&](const communicator& w) {
      const bool odd = w.rank() == 1;
      const auto result =
          odd ? other.make(w).result() : w.all_reduce(mine(w, 4), sum, bounded).result();
      // Who waits for nobody may be over before anybody knows: an empty call.
      if (!(odd && other.name == "zero count")) {
        c.that(!result && result.error() == errc::mismatch,
               other.name + ": " + (result ? "succeeded" : to_string(result.error())));
      }
      if (!result && result.error() == errc::mismatch) {
        const auto text = to_string(result.error());
        c.that(has(text, "all_reduce(count 4 of i32, sum"), other.name + " tells one: " + text);
        c.that(has(text, "rank 1 called ") && has(text, other.theirs),
               other.name + " tells the other: " + text);
        c.that(has(text, "world_mismatch.cpp:"), other.name + " tells where: " + text);
      }
      int one = 1;
      const auto next = w.all_reduce(std::span{&one, 1}, sum, bounded).result();
      c.that(next.has_value() && one == ranks, other.name + ": the next call works");
    });
    c.require_all();
  }
}

TEST_CASE("Members that name different roots are told both", "[mismatch]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    const rank_id root = w.rank() == 2 ? 1 : 0;
    const auto result = w.reduce(mine(w, 4), sum, root, bounded).result();
    // Ranks that only send are over at once, and cannot be told.
    if (w.rank() == root) {
      c.that(!result && result.error() == errc::mismatch, "mismatch");
      const auto text = result ? "" : to_string(result.error());
      c.that(has(text, "root 0") && has(text, "root 1"), "both roots: " + text);
    }
    c.that(w.barrier(bounded).result().has_value(), "the next call works");
  });
  c.require_all();
}

TEST_CASE("A deadline names whom it waited for", "[deadline]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    if (w.rank() == 2) {
      // Comes when the others have given up, and is told so.
      int token = 0;
      for (const rank_id from : {0, 1}) w.recv(std::span{&token, 1}, from, {.tag = 1}).get();
      const auto late = w.all_reduce(mine(w, 4), sum, {.deadline = 20s}).result();
      c.that(!late && late.error() == errc::timeout, "who comes late learns that it is over");
    } else {
      const auto result = w.all_reduce(mine(w, 4), sum, {.deadline = 100ms}).result();
      c.that(!result && result.error() == errc::timeout, "timeout");
      if (!result)
        c.that(result.error().details().peers == std::vector<rank_id>{2},
               "names who is missing: " + to_string(result.error()));
      int token = 0;
      w.send(std::span{&token, 1}, 2, {.tag = 1}).get();
    }
    c.that(w.barrier(bounded).result().has_value(), "the next call works");
  });
  c.require_all();
}

TEST_CASE("A receive's deadline names the sender and the tag", "[deadline]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    if (w.rank() == 0) {
      auto result = w.recv(mine(w, 4), 1, {.tag = 6, .deadline = 30ms}).result();
      c.that(!result && result.error() == errc::timeout, "timeout");
      if (!result) {
        const auto text = to_string(result.error());
        c.that(has(text, "[rank 1]") && has(text, "tag 6"), text);
      }
      result = w.recv(mine(w, 4), any_source, {.tag = any_tag, .deadline = 30ms}).result();
      c.that(!result && has(to_string(result.error()), "any rank"), "a wildcard");
      const std::vector<int> large(100'000);
      const auto sent = w.send(large, 1, {.deadline = 30ms}).result();
      c.that(!sent && sent.error() == errc::timeout, "a send that nobody receives");
    }
    w.barrier(bounded).get();
    c.that(!w.probe() || w.rank() == 0, "a message that timed out is not there any more");
  });
  c.require_all();
}

TEST_CASE("A communicator's default deadline holds, and a call's own comes first", "[deadline]") {
  checks c;
  world local{{.ranks = 2, .defaults = {.deadline = 30ms}}};
  local.run([&](const communicator& w) {
    if (w.rank() == 0) {
      const auto result = w.recv(mine(w, 1), 1).result();
      c.that(!result && result.error() == errc::timeout, "the default");
    }
    c.that(w.barrier({.deadline = 20s}).result().has_value(), "the call's own");
    const auto patient = w.with({.deadline = 20s});
    c.that(patient.barrier().result().has_value(), "another default");
  });
  c.require_all();
}
