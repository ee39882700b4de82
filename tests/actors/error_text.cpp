#include <troupe/actors/error.hpp>

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace troupe;

TEST_CASE("An error without code is no error", "[error]") {
  const error none;
  CHECK_FALSE(none);
  CHECK(none == errc::ok);
  CHECK(none.details().what.empty());
  CHECK(to_string(none) == "ok");
}

TEST_CASE("An error tells its code, what was found, and what to do", "[error]") {
  const error e{errc::truncated, "the message has 8 bytes, the buffer 4", "use a larger buffer"};
  CHECK(e);
  CHECK(e == errc::truncated);
  CHECK(to_string(e) == "truncated: the message has 8 bytes, the buffer 4; use a larger buffer");
}

TEST_CASE("All that an error knows stands in its one line", "[error]") {
  error_details d;
  d.operation = "all_reduce";
  d.communicator = "world";
  d.op.sequence = 12;
  d.rank = 3;
  d.peers = {0, 5};
  d.site = std::source_location::current();
  const auto line = std::to_string(d.site.line());
  d.elapsed = std::chrono::milliseconds{1500};
  d.what = "still missing";
  d.advice = "look at them";
  CHECK(to_string(error{errc::timeout, d}) ==
        "timeout in all_reduce on world #12 at rank 3: still missing [ranks 0 5] after 1500 ms "
        "(called at error_text.cpp:" +
            line + "); look at them");
}

TEST_CASE("One peer is a rank, not ranks", "[error]") {
  error_details d;
  d.peers = {2};
  CHECK(to_string(error{errc::peer_failed, d}) == "peer_failed [rank 2]");
}

TEST_CASE("The system's own error is told in words", "[error]") {
  error_details d;
  d.what = "cannot connect";
  d.system_errno = 111;
  CHECK(to_string(error{errc::link_failed, d}) ==
        "link_failed: cannot connect (Connection refused)");
}

TEST_CASE("Copies of an error share their details", "[error]") {
  const error e{errc::internal, "x"};
  const error copy = e;
  CHECK(&copy.details() == &e.details());
}

TEST_CASE("Every code has a name of its own; other values are unknown", "[error]") {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(errc::program_failed); ++code)
    names.insert(to_string(static_cast<errc>(code)));
  CHECK(names.size() == static_cast<std::size_t>(errc::program_failed) + 1);
  CHECK(names.count("unknown") == 0);
  CHECK(to_string(static_cast<errc>(200)) == "unknown");
}

TEST_CASE("The codes on the wire keep their numbers", "[error]") {
  CHECK(static_cast<int>(errc::invalid_argument) == 1);
  CHECK(static_cast<int>(errc::mismatch) == 3);
  CHECK(static_cast<int>(errc::timeout) == 5);
  CHECK(static_cast<int>(errc::peer_failed) == 7);
  CHECK(static_cast<int>(errc::quorum_not_met) == 10);
  CHECK(static_cast<int>(errc::unsupported) == 17);
  CHECK(static_cast<int>(errc::program_failed) == 23);
}

TEST_CASE("An exception carries its reason and says the same", "[error]") {
  const error e{errc::timeout, "nobody came"};
  const exception thrown{e};
  CHECK(thrown.what() == to_string(e));
  CHECK(thrown.reason() == errc::timeout);
}
