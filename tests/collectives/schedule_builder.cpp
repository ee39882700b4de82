#include <troupe/collectives/schedule/builder.hpp>
#include <troupe/collectives/schedule/slice.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <vector>

using namespace troupe;

namespace {

std::vector<step_id> dependencies(const schedule& s, step_id id) {
  const auto all = s.dependencies_of(s.steps[id]);
  return {all.begin(), all.end()};
}

using ids = std::vector<step_id>;

}  // namespace

TEST_CASE("blocks tile the whole, the first ones larger by one") {
  for (const std::size_t count : {0u, 1u, 5u, 12u, 67u}) {
    for (std::size_t parts = 1; parts <= 13; ++parts) {
      std::size_t at = 0;
      for (std::size_t i = 0; i < parts; ++i) {
        const slice block = block_of(count, parts, i);
        CHECK(block.offset == at);
        CHECK(block.count == count / parts + (i < count % parts ? 1 : 0));
        at = block.end();
      }
      CHECK(at == count);
    }
  }
}

TEST_CASE("blocks of the largest buffer do not overflow") {
  constexpr auto most = std::numeric_limits<std::size_t>::max();
  CHECK(block_of(most, 1000, 999).end() == most);
}

TEST_CASE("pieces tile a slice and hold a segment each, but the last") {
  CHECK(pieces_of({10, 7}, 3) == std::vector<slice>{{10, 3}, {13, 3}, {16, 1}});
  CHECK(pieces_of({10, 6}, 3) == std::vector<slice>{{10, 3}, {13, 3}});
  CHECK(pieces_of({10, 6}, 0) == std::vector<slice>{{10, 6}});
  CHECK(pieces_of({10, 6}, 100) == std::vector<slice>{{10, 6}});
  CHECK(pieces_of({10, 0}, 4) == std::vector<slice>{{10, 0}});
}

TEST_CASE("a step waits for who wrote what it reads and for who reads what it overwrites") {
  schedule_builder b{{primitive::all_reduce, 0, 3, 0, 10}};
  const auto got = b.receive(1, 0, output_at(0), 4);
  const auto sent = b.send(2, 0, output_at(2), 2);
  const auto other = b.receive(1, 1, output_at(4), 4);
  const auto again = b.receive(1, 2, output_at(0), 8);
  const schedule s = std::move(b).take();
  CHECK(dependencies(s, sent) == ids{got});
  CHECK(dependencies(s, other).empty());
  CHECK(dependencies(s, again) == ids{got, sent, other});
}

TEST_CASE("readers of the same elements don't wait for each other") {
  schedule_builder b{{primitive::all_reduce, 0, 3, 0, 10}};
  b.send(1, 0, input_at(0), 10);
  b.send(2, 0, input_at(0), 10);
  const schedule s = std::move(b).take();
  CHECK(s.dependencies.empty());
}

TEST_CASE("a fold waits for its windows, and not for itself when it writes over a source") {
  schedule_builder b{{primitive::all_reduce, 0, 2, 0, 4}};
  const auto window = b.receive_window(1, 0, 4);
  const auto fold = b.fold(output_at(0), {output_at(0), window.at}, 4, true);
  const schedule s = std::move(b).take();
  CHECK(dependencies(s, fold) == ids{window.step});
  CHECK(s.windows == std::vector<std::size_t>{4});
  CHECK(s.steps[fold].finish);
}

TEST_CASE("in place, input and output are one memory") {
  const auto waits = [](primitive kind, location read, location write) {
    schedule_builder b{{kind, 2, 4, 0, 5, true}};
    const auto sent = b.send(1, 0, read, 5);
    const auto got = b.receive(1, 0, write, 5);
    const schedule s = std::move(b).take();
    return dependencies(s, got) == ids{sent};
  };
  CHECK(waits(primitive::all_reduce, input_at(0), output_at(0)));
  CHECK(waits(primitive::all_gather, input_at(0), output_at(10)));
  CHECK_FALSE(waits(primitive::all_gather, input_at(0), output_at(5)));
  CHECK(waits(primitive::reduce_scatter, input_at(10), output_at(0)));
  CHECK_FALSE(waits(primitive::reduce_scatter, input_at(5), output_at(0)));
}

TEST_CASE("steps of no elements and copies onto themselves are left out") {
  schedule_builder b{{primitive::all_gather, 1, 2, 0, 3, true}};
  CHECK(b.send(0, 0, input_at(0), 0) == no_step);
  CHECK(b.receive(0, 0, output_at(0), 0, {no_step}) == no_step);
  CHECK(b.copy(output_at(3), input_at(0), 3) == no_step);
  CHECK(b.copy(output_at(0), input_at(0), 3) == 0);
  CHECK(std::move(b).take().steps.size() == 1);
}

TEST_CASE("further dependencies are taken, once each, and those of left out steps ignored") {
  schedule_builder b{{primitive::all_reduce, 0, 2, 0, 4}};
  const auto first = b.receive(1, 0, output_at(0), 2);
  const auto second = b.send(1, 0, output_at(0), 2, {first, no_step});
  const auto third = b.send(1, 1, input_at(0), 2, {second});
  const schedule s = std::move(b).take();
  CHECK(dependencies(s, second) == ids{first});
  CHECK(dependencies(s, third) == ids{second});
}

TEST_CASE("each scratch is memory of its own") {
  schedule_builder b{{primitive::all_reduce, 0, 2, 0, 4}};
  CHECK(b.scratch(3) == scratch_at(0));
  CHECK(b.scratch(4) == scratch_at(3));
  CHECK(std::move(b).take().scratch == 7);
}
