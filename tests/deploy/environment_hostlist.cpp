#include <troupe/deploy/environment/hostlist.hpp>

#include <catch2/catch.hpp>

using troupe::detail::expand_hostlist;
using troupe::detail::expand_task_counts;
using list = std::vector<std::string>;

TEST_CASE("a list of hosts is expanded in order") {
  CHECK(*expand_hostlist("n1") == list{"n1"});
  CHECK(*expand_hostlist("n1,m2") == list{"n1", "m2"});
  CHECK(*expand_hostlist("n[001-003,7],m2") == list{"n001", "n002", "n003", "n7", "m2"});
  CHECK(*expand_hostlist("n[08-11]") == list{"n08", "n09", "n10", "n11"});
  CHECK(*expand_hostlist("r[0-1]n[1,3]-ib") == list{"r0n1-ib", "r0n3-ib", "r1n1-ib", "r1n3-ib"});
}

TEST_CASE("what is no list of hosts is refused") {
  for (const auto* wrong : {"", "n1,", "n[1-2", "n1-2]", "n[2-1]", "n[]", "n[a-b]", "n[1-99999999]",
                            "n[1-60000],m[1-60000]", "n]1[", "n[1-2]]", "n[[1]]"}) {
    INFO(wrong);
    CHECK_FALSE(expand_hostlist(wrong));
  }
}

TEST_CASE("task counts are expanded in order") {
  CHECK(*expand_task_counts("4") == std::vector<int>{4});
  CHECK(*expand_task_counts("2(x3),1") == std::vector<int>{2, 2, 2, 1});
}

TEST_CASE("what is no list of task counts is refused") {
  for (const auto* wrong : {"", "x", "2(x", "2(x3", "(x3)", "2(xx)", "2,,1", "2(x99999999)"}) {
    INFO(wrong);
    CHECK_FALSE(expand_task_counts(wrong));
  }
}
