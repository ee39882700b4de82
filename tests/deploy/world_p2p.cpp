#include <troupe/troupe.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <numeric>

#include "tests/deploy/world_support.hpp"

using namespace troupe;
using world_test::checks;
using namespace std::chrono_literals;

namespace {

std::vector<std::uint32_t> pattern(std::size_t count, std::uint32_t seed) {
  std::vector<std::uint32_t> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = seed * 2'654'435'761u + static_cast<std::uint32_t>(i);
  return values;
}

/// From a few bytes beside the header to far beyond what is copied.
constexpr std::size_t sizes[] = {0, 1, 5, 1000, 16'384, 16'385, 300'000};

}  // namespace

TEST_CASE("Messages from one source with one tag are received in sending order", "[p2p]") {
  checks c;
  world_test::run(3, [&](const communicator& w) {
    constexpr int messages = 200;
    if (w.rank() != 0) {
      std::vector<std::vector<std::uint32_t>> kept;
      std::vector<future<status>> sent;
      for (int i = 0; i < messages; ++i) {
        const auto size = sizes[static_cast<std::size_t>(i) % std::size(sizes)];
        kept.push_back(pattern(size, static_cast<std::uint32_t>(i)));
        sent.push_back(w.send(kept.back(), 0, {.tag = i % 3}));
      }
      for (auto& each : sent) each.get();
      return;
    }
    for (const rank_id from : {2, 1})
      for (const int tag : {2, 0, 1})
        for (int i = tag; i < messages; i += 3) {
          const auto size = sizes[static_cast<std::size_t>(i) % std::size(sizes)];
          std::vector<std::uint32_t> into(size + 3, 7);
          const auto got = w.recv(into, from, {.tag = tag}).get();
          c.that(got.source == from && got.tag == tag, "the status names source and tag");
          c.that(got.count == size, "the status tells the size");
          c.that(std::equal(into.begin(), into.begin() + static_cast<std::ptrdiff_t>(size),
                            pattern(size, static_cast<std::uint32_t>(i)).begin()),
                 "the elements of message " + std::to_string(i));
          c.that(into[size] == 7 && into.back() == 7, "the rest of the buffer is untouched");
        }
  });
  c.require_all();
}

TEST_CASE("Posted receives are matched in posting order", "[p2p]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    std::array<int, 50> values{};
    if (w.rank() == 0) {
      std::vector<future<status>> posted;
      for (auto& each : values) posted.push_back(w.recv(std::span{&each, 1}, 1, {.tag = any_tag}));
      w.barrier().get();
      for (auto& each : posted) each.get();
      for (int i = 0; i < 50; ++i) c.that(values[static_cast<std::size_t>(i)] == i, "in order");
    } else {
      w.barrier().get();
      for (int i = 0; i < 50; ++i) w.send(std::span{&i, 1}, 0, {.tag = i}).get();
    }
  });
  c.require_all();
}

TEST_CASE("A wildcard receive takes every source and tag, in each source's order", "[p2p]") {
  checks c;
  world_test::run(4, [&](const communicator& w) {
    constexpr int each_sends = 100;
    if (w.rank() != 0) {
      for (int i = 0; i < each_sends; ++i) {
        const int value = w.rank() * 1000 + i;
        w.send(std::span{&value, 1}, 0, {.tag = i}).get();
      }
      return;
    }
    std::array<int, 4> next{};
    for (int i = 0; i < 3 * each_sends; ++i) {
      int value = -1;
      const auto got = w.recv(std::span{&value, 1}, any_source, {.tag = any_tag}).get();
      const auto wanted = next[static_cast<std::size_t>(got.source)]++;
      c.that(got.tag == wanted && value == got.source * 1000 + wanted, "in the source's order");
    }
    for (std::size_t r = 1; r < 4; ++r) c.that(next[r] == each_sends, "all of each source");
  });
  c.require_all();
}

TEST_CASE("A message that is too long is consumed, and tells both sizes", "[p2p]") {
  const std::size_t count = GENERATE(3u, 1000u, 300'000u);
  checks c;
  world_test::run(2, [&](const communicator& w) {
    if (w.rank() == 1) {
      auto first = w.send(pattern(count, 1), 0);  // the sender succeeds, as in MPI
      const auto kept = pattern(count, 1);
      c.that(w.send(kept, 0, {.tag = 1}).result().has_value(), "the sender succeeds");
      const auto next = pattern(2, 9);
      w.send(next, 0, {.tag = 1}).get();
      first.cancel();
      return;
    }
    std::vector<std::uint32_t> into(count + 1, 7);
    const auto result = w.recv(std::span{into}.first(2), 1, {.tag = 1}).result();
    c.that(!result && result.error() == errc::truncated, "truncated");
    const auto text = result ? "" : to_string(result.error());
    c.that(text.find(std::to_string(4 * count) + " bytes") != text.npos, "says the message's size");
    c.that(text.find("the buffer 8") != text.npos, "says the buffer's size");
    c.that(std::all_of(into.begin() + 2, into.end(), [](auto v) { return v == 7; }),
           "nothing beyond the buffer is written");
    c.that(w.recv(std::span{into}.first(2), 1, {.tag = 1}).get().count == 2, "the next one comes");
    c.that(into[0] == pattern(2, 9)[0], "and is right");
  });
  c.require_all();
}

TEST_CASE("Another element type is a mismatch, unless a side is bytes", "[p2p]") {
  const std::size_t count = GENERATE(1u, 100'000u);
  checks c;
  world_test::run(2, [&](const communicator& w) {
    if (w.rank() == 1) {
      const std::vector<float> floats(count, 1.5f);
      for (int i = 0; i < 2; ++i) w.send(floats, 0).get();
      w.send(std::as_bytes(std::span{floats}), 0).get();
      return;
    }
    std::vector<std::int32_t> ints(count);
    const auto result = w.recv(ints, 1).result();
    c.that(!result && result.error() == errc::mismatch, "mismatch");
    const auto text = result ? "" : to_string(result.error());
    c.that(text.find("f32") != text.npos && text.find("i32") != text.npos, "names both: " + text);
    std::vector<std::byte> bytes(4 * count);
    const auto as_bytes = w.recv(bytes, 1).get();
    c.that(as_bytes.type == element_type::f32, "a receiver of bytes learns the sender's type");
    c.that(as_bytes.count == count, "and counts in its elements");
    std::vector<float> floats(count);
    c.that(w.recv(floats, 1).get().count == count, "bytes are received as elements");
    c.that(floats.back() == 1.5f, "and are right");
  });
  c.require_all();
}

TEST_CASE("A rank can send to itself before it receives", "[p2p]") {
  const std::size_t count = GENERATE(0u, 1u, 5000u, 1'000'000u);
  checks c;
  world_test::run(2, [&](const communicator& w) {
    auto data = pattern(count, 3);
    auto sent = w.send(data, w.rank());
    if (!sent.wait_for(10s)) {  // its memory is its own again, whatever the size
      c.that(false, "a send to oneself does not wait for the receive");
      return;
    }
    std::fill(data.begin(), data.end(), 0u);
    std::vector<std::uint32_t> into(count);
    c.that(w.recv(into, w.rank()).get().count == count, "received");
    c.that(into == pattern(count, 3), "what was sent");
  });
  c.require_all();
}

TEST_CASE("Rings that send first complete when their futures are kept", "[p2p]") {
  const rank_id ranks = GENERATE(2, 3, 5);
  const std::size_t bytes = GENERATE(0u, 8u, 70'000u, 1u << 20, std::size_t{64} << 20);
  if (bytes == std::size_t{64} << 20 && ranks != 2) return;  // memory and time
  checks c;
  world_test::run(ranks, [&](const communicator& w) {
    const auto count = bytes / 4;
    const auto seed = static_cast<std::uint32_t>(w.rank());
    const auto out = pattern(count, seed);
    std::vector<std::uint32_t> in(count);
    const auto left = (w.rank() + ranks - 1) % ranks;
    for (int round = 0; round < 3; ++round) {
      auto sent = w.send(out, (w.rank() + 1) % ranks);
      c.that(w.recv(in, left).get().count == count, "received");
      sent.get();
      c.that(in == pattern(count, static_cast<std::uint32_t>(left)), "what the left one sent");
    }
  });
  c.require_all();
}

TEST_CASE("A send that waits to be matched is over when it is, not before", "[p2p]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    int value = 5, token = 0;
    if (w.rank() == 0) {
      auto matched = w.send(std::span{&value, 1}, 1, {.completion = completion::matched});
      auto local = w.send(std::span{&value, 1}, 1, {.tag = 1});
      local.get();
      w.recv(std::span{&token, 1}, 1, {.tag = 2}).get();  // the peer has seen the other message
      c.that(!matched.ready(), "not before");
      w.send(std::span{&value, 1}, 1, {.tag = 3}).get();
      c.that(matched.result().has_value(), "matched");
    } else {
      w.recv(std::span{&value, 1}, 0, {.tag = 1}).get();
      w.send(std::span{&token, 1}, 0, {.tag = 2}).get();
      w.recv(std::span{&value, 1}, 0, {.tag = 3}).get();
      w.recv(std::span{&value, 1}, 0).get();
    }
  });
  c.require_all();
}

TEST_CASE("A thousand receives may be outstanding", "[p2p]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    constexpr int many = 1000;
    std::vector<int> values(many, -1);
    std::vector<future<status>> pending;
    if (w.rank() == 0)
      for (int i = 0; i < many; ++i)
        pending.push_back(
            w.recv(std::span{&values[static_cast<std::size_t>(i)], 1}, 1, {.tag = i}));
    w.barrier().get();
    if (w.rank() == 1)
      for (int i = many; i-- > 0;) w.send(std::span{&i, 1}, 0, {.tag = i}).get();
    for (auto& each : pending) each.get();
    if (w.rank() == 0)
      for (int i = 0; i < many; ++i) c.that(values[static_cast<std::size_t>(i)] == i, "its own");
  });
  c.require_all();
}

TEST_CASE("probe tells what a receive would get, and takes nothing", "[p2p]") {
  checks c;
  world_test::run(2, [&](const communicator& w) {
    if (w.rank() == 1) {
      const auto data = pattern(6, 2);
      w.send(data, 0, {.tag = 4}).get();
      w.send(std::span{data}.first(2), 0, {.tag = 5}).get();
      w.barrier().get();
      return;
    }
    w.barrier().get();
    c.that(!w.probe(0) && !w.probe(1, 6), "nothing that was not sent");
    for (int i = 0; i < 2; ++i) {
      const auto first = w.probe();
      c.that(first && first->source == 1 && first->tag == 4 && first->count == 6 &&
                 first->type == element_type::u32,
             "the earliest");
    }
    const auto second = w.probe(1, 5);
    c.that(second && second->count == 2, "the one with the tag");
    std::vector<std::uint32_t> into(6);
    w.recv(into, 1, {.tag = 4}).get();
    w.recv(into, 1, {.tag = 5}).get();
    c.that(!w.probe(), "nothing once received");
  });
  c.require_all();
}
