#include <troupe/collectives/schedule/select.hpp>

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace troupe;

namespace {

constexpr link_class media[] = {link_class::in_process, link_class::shared_memory, link_class::tcp};
constexpr primitive primitives[] = {primitive::broadcast,      primitive::reduce,
                                    primitive::all_reduce,     primitive::all_gather,
                                    primitive::reduce_scatter, primitive::barrier};

template <class Each>
void for_all_shapes(const Each& each) {
  for (const primitive kind : primitives) {
    for (const rank_id size : {1, 2, 3, 4, 7, 8, 16, 33, 64, 1000}) {
      for (std::size_t count = 0; count <= 1u << 24; count = count * 8 + 1) {
        for (const link_class medium : media)
          each(collective_shape{kind, 0, size, 0, count}, medium);
      }
    }
  }
}

}  // namespace

TEST_CASE("there is an algorithm for every collective, in rank order too") {
  for_all_shapes([](const collective_shape& shape, link_class medium) {
    for (const bool ordered : {false, true}) {
      const auto* entry = find(shape.kind, select(shape, 4, ordered, medium));
      REQUIRE(entry != nullptr);
      REQUIRE((!ordered || entry->rank_ordered));
    }
  });
}

TEST_CASE("all ranks choose the same algorithm, whatever their part and memory") {
  for_all_shapes([](collective_shape shape, link_class medium) {
    const algorithm chosen = select(shape, 4, false, medium);
    shape.rank = shape.size - 1;
    shape.root = shape.size / 2;
    shape.in_place = true;
    REQUIRE(select(shape, 4, false, medium) == chosen);
  });
}

TEST_CASE("nothing that could be chosen is predicted to be clearly cheaper") {
  for_all_shapes([](const collective_shape& shape, link_class medium) {
    const link_parameters link = default_parameters(medium);
    const double chosen = find(shape.kind, select(shape, 4, false, link))->cost(shape, 4, link);
    for (const algorithm_entry& entry : algorithms()) {
      if (entry.kind == shape.kind) REQUIRE(chosen <= entry.cost(shape, 4, link) * 1.01);
    }
  });
}

TEST_CASE("no predicted time is negative or falls when there is more to do") {
  for (const algorithm_entry& entry : algorithms()) {
    for (const link_class medium : media) {
      const link_parameters link = default_parameters(medium);
      for (rank_id size = 1; size <= 64; ++size) {
        double before = 0;
        for (std::size_t count = 0; count <= 1u << 24; count = count * 4 + 1) {
          const double now = entry.cost({entry.kind, 0, size, 0, count}, 4, link);
          REQUIRE(now >= before);
          before = now;
        }
      }
    }
  }
}

TEST_CASE("small all_reduces take few hops and large ones share the folding") {
  const auto chosen = [](rank_id size, std::size_t count, link_class medium) {
    return select({primitive::all_reduce, 0, size, 0, count}, 8, false, medium);
  };
  for (const link_class medium : media) {
    CHECK(chosen(2, 1, medium) == algorithm::flat);
    CHECK(chosen(64, 1, medium) == algorithm::recursive_doubling);
    CHECK(chosen(4, 1 << 23, medium) == algorithm::direct);
  }
}

TEST_CASE("folds that hide transfers make a segmented ring cheaper where bytes must move") {
  collective_shape shape{primitive::all_reduce, 0, 4, 0, 1 << 24};
  const algorithm_entry& ring = *find(primitive::all_reduce, algorithm::ring);
  const link_parameters link = default_parameters(link_class::tcp);
  const double whole = ring.cost(shape, 4, link);
  shape.segment = segment_for(4, link_class::tcp);
  CHECK(shape.segment > 0);
  CHECK(ring.cost(shape, 4, link) < whole);
  CHECK(segment_for(4, link_class::in_process) == 0);
}

TEST_CASE("the table names each algorithm of a collective once") {
  std::set<std::pair<primitive, algorithm>> seen;
  for (const algorithm_entry& entry : algorithms()) {
    CHECK(seen.emplace(entry.kind, entry.name).second);
    CHECK(find(entry.kind, entry.name) == &entry);
    CHECK(to_string(entry.name) != "unknown");
  }
  CHECK(find(primitive::all_reduce, algorithm::automatic) == nullptr);
  CHECK(find(primitive::barrier, algorithm::ring) == nullptr);
}

TEST_CASE("names of algorithms and collectives are read back") {
  for (int i = 0; to_string(static_cast<algorithm>(i)) != "unknown"; ++i) {
    const auto name = static_cast<algorithm>(i);
    CHECK(algorithm_from_string(to_string(name)).value() == name);
  }
  for (const primitive kind : primitives)
    CHECK(primitive_from_string(to_string(kind)).value() == kind);
  CHECK(to_string(algorithm::scatter_all_gather) == "scatter_all_gather");
  CHECK(to_string(primitive::broadcast) == "broadcast");
}

TEST_CASE("an unknown name is an error that lists the names there are") {
  const auto none = algorithm_from_string("rign");
  REQUIRE_FALSE(none.has_value());
  CHECK(none.error() == errc::invalid_argument);
  CHECK(none.error().details().what == "there is no algorithm 'rign'");
  CHECK(none.error().details().advice.find("automatic, binomial, ") != std::string::npos);
  CHECK(none.error().details().advice.find("ring") != std::string::npos);
  REQUIRE_FALSE(primitive_from_string("").has_value());
}
