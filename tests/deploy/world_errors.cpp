#include <catch2/catch.hpp>

#include <array>
#include <limits>

#include "tests/deploy/world_support.hpp"

using namespace troupe;
using world_test::checks;
using world_test::has;

namespace {

/// One wrong call: what it gives, and what its text must say.
struct wrong_call {
  std::string name;
  future<outcome> (*make)(const communicator&);
  std::vector<std::string> says;
  errc code = errc::invalid_argument;
};

std::array<int, 8> ints{};
std::array<float, 8> floats{};
std::array<std::byte, 8> bytes{};

template <class T>
std::span<T> misaligned() {
  return {reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(ints.data()) + 1), 1};
}

const std::vector<wrong_call>& wrong_collectives() {
  static const std::vector<wrong_call> calls{
      {"root too large",
       [](const communicator& w) { return w.broadcast(ints, w.size()); },
       {"the root is 2", "0 … 1"}},
      {"root negative",
       [](const communicator& w) { return w.reduce(ints, sum, -1); },
       {"the root is -1"}},
      {"output too small",
       [](const communicator& w) {
         return w.all_reduce(std::span{ints}.first(4), std::span{ints}.last(3), sum);
       },
       {"the output has 3 elements, wanted 4"}},
      {"output of other type",
       [](const communicator& w) { return w.all_reduce(ints, floats, sum); },
       {"input of i32", "output of f32"}},
      {"partial overlap",
       [](const communicator& w) {
         return w.all_reduce(std::span{ints}.first(4), std::span{ints}.subspan(2, 4), sum);
       },
       {"overlap in part"}},
      {"operation on bytes",
       [](const communicator& w) { return w.all_reduce(bytes, sum); },
       {"sum is not defined for elements of byte"}},
      {"unknown operation",
       [](const communicator& w) { return w.all_reduce(ints, static_cast<reduction>(77)); },
       {"not defined"}},
      {"null pointer",
       [](const communicator& w) {
         return w.broadcast(std::span<int>{static_cast<int*>(nullptr), 3}, 0);
       },
       {"null pointer with count 3"}},
      {"misaligned",
       [](const communicator& w) { return w.broadcast(misaligned<int>(), 0); },
       {"not aligned for i32", "align it to 4"}},
      {"all_gather's output",
       [](const communicator& w) {
         return w.all_gather(std::span{ints}.first(2), std::span{ints}.last(3));
       },
       {"the output has 3 elements, wanted 4"}},
      {"all_gather in the wrong block",
       [](const communicator& w) {
         const auto other = 1 - static_cast<std::size_t>(w.rank());
         return w.all_gather(std::span{ints}.subspan(4 * other, 4), ints);
       },
       {"overlap in part"}},
      {"reduce_scatter's input",
       [](const communicator& w) {
         return w.reduce_scatter(std::span{ints}.first(5), std::span{ints}.last(3), sum);
       },
       {"the input has 5 elements, wanted 6"}},
      {"a total that overflows",
       [](const communicator& w) {
         const auto half = std::numeric_limits<std::size_t>::max() / 2 + 1;
         return w.all_gather(std::span<std::byte>{bytes.data(), half}, std::span<std::byte>{});
       },
       {"overflow"}},
      {"an algorithm of another collective",
       [](const communicator& w) {
         return w.all_reduce(ints, sum, {.algorithm = algorithm::dissemination});
       },
       {"dissemination is no algorithm for all_reduce"}},
      {"an algorithm without rank order",
       [](const communicator& w) {
         return w.all_reduce(floats, sum, {.order = order::rank, .algorithm = algorithm::ring});
       },
       {"ring does not combine in rank order"}},
      {"an average by partial sums that would wrap",
       [](const communicator& w) {
         return w.all_reduce(ints, avg, {.algorithm = algorithm::ring});
       },
       {"ring", "averages of i32"}},
      {"a communicator of no group",
       [](const communicator&) { return communicator{}.all_reduce(ints, sum); },
       {"of no group"},
       errc::invalid_usage},
      {"a barrier of no group",
       [](const communicator&) { return communicator{}.barrier(); },
       {"of no group"},
       errc::invalid_usage},
  };
  return calls;
}

}  // namespace

TEST_CASE("A wrong collective is refused at once, with a reason, and nothing is sent", "[errors]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    // One rank alone makes the wrong calls: had anything been sent, the other would mismatch.
    if (w.rank() == 0)
      for (const auto& call : wrong_collectives()) {
        auto pending = call.make(w);
        c.that(pending.ready(), call.name + ": refused at once");
        const auto result = pending.result();
        c.that(!result && result.error() == call.code, call.name + ": its code");
        if (result) continue;
        const auto text = to_string(result.error());
        for (const auto& part : call.says) c.that(has(text, part), call.name + ": " + text);
        c.that(has(text, "world_errors.cpp:"), call.name + ": tells where: " + text);
        c.that(!result.error().details().advice.empty(), call.name + ": advises");
      }
    int one = 1;
    c.that(w.all_reduce(std::span{&one, 1}, sum).result().has_value() && one == 2,
           "the next call works");
  });
  c.require_all();
}

TEST_CASE("A wrong send or receive is refused at once, with a reason", "[errors]") {
  struct wrong_transfer {
    future<status> (*make)(const communicator&);
    std::string says;
    errc code = errc::invalid_argument;
  };
  const std::vector<wrong_transfer> calls{
      {[](const communicator& w) { return w.send(ints, 2); }, "the receiver is 2"},
      {[](const communicator& w) { return w.send(ints, any_source); }, "the receiver is -1"},
      {[](const communicator& w) { return w.recv(ints, 2); }, "the sender is 2"},
      {[](const communicator& w) { return w.recv(ints, -7); }, "the sender is -7"},
      {[](const communicator& w) { return w.send(ints, 1, {.tag = -3}); }, "the tag is -3"},
      {[](const communicator& w) { return w.send(ints, 1, {.tag = any_tag}); }, "the tag is -1"},
      {[](const communicator& w) { return w.recv(ints, 1, {.tag = -2}); }, "the tag is -2"},
      {[](const communicator& w) { return w.recv(misaligned<int>(), 1); }, "not aligned"},
      {[](const communicator&) { return communicator{}.send(ints, 0); }, "of no group",
       errc::invalid_usage},
      {[](const communicator&) { return communicator{}.recv(ints, 0); }, "of no group",
       errc::invalid_usage},
  };
  checks c;
  world_test::run(2, [&](const communicator& w) {
    if (w.rank() == 0)
      for (const auto& call : calls) {
        const auto result = call.make(w).result();
        c.that(!result && result.error() == call.code, call.says);
        if (!result) c.that(has(to_string(result.error()), call.says), to_string(result.error()));
      }
    w.barrier().get();
    c.that(!w.probe(), "nothing was sent");
  });
  c.require_all();
}

TEST_CASE("A default-constructed communicator throws where there is no future", "[errors]") {
  const communicator none;
  CHECK_THROWS_AS(none.rank(), exception);
  CHECK_THROWS_AS(none.size(), exception);
  CHECK_THROWS_AS(none.name(), exception);
  CHECK_THROWS_AS(none.probe(), exception);
  CHECK_THROWS_AS(none.allocate<int>(1), exception);
  CHECK_THROWS_AS(none.with({}), exception);
  CHECK(none.send(ints, 0).then([](const status&) {}).result().error() == errc::invalid_usage);
}

TEST_CASE("A world without ranks is refused", "[errors]") {
  for (const rank_id ranks : {0, -1}) try {
      const world none{{.ranks = ranks}};
      FAIL("made");
    } catch (const exception& e) {
      CHECK(e.reason() == errc::invalid_argument);
      CHECK(has(e.what(), "a world of " + std::to_string(ranks) + " ranks"));
    }
}

TEST_CASE("A default algorithm that cannot serve a call gives way", "[errors]") {
  checks c;
  world local{{.ranks = 3, .defaults = {.algorithm = algorithm::ring}}};
  local.run([&](const communicator& w) {
    c.that(w.barrier().result().has_value(), "barrier");
    std::array<std::int8_t, 3> small{100, 100, 100};
    c.that(w.all_reduce(small, avg).result().has_value() && small[1] == 100, "average");
  });
  c.require_all();
}
