#include <troupe/actors/expected.hpp>

#include <catch2/catch.hpp>

#include <memory>
#include <string>

using namespace troupe;

namespace {
error missing() {
  return {errc::config_error, "no such key"};
}
}  // namespace

TEST_CASE("An expected value is there", "[expected]") {
  expected<std::string> e{"here"};
  REQUIRE(e);
  CHECK(e.has_value());
  CHECK(*e == "here");
  CHECK(e->size() == 4);
  CHECK(e.value() == "here");
  CHECK(e.value_or("else") == "here");
}

TEST_CASE("An expected error is there instead", "[expected]") {
  expected<std::string> e{missing()};
  REQUIRE_FALSE(e);
  CHECK(e.error() == errc::config_error);
  CHECK(e.value_or("else") == "else");
  CHECK_THROWS_AS(e.value(), exception);
}

TEST_CASE("A default expected holds a default value", "[expected]") {
  expected<int> e;
  CHECK(e.value() == 0);
}

TEST_CASE("A move-only value moves out", "[expected]") {
  expected<std::unique_ptr<int>> e{std::make_unique<int>(3)};
  const auto taken = std::move(e).value();
  CHECK(*taken == 3);
  expected<std::unique_ptr<int>> none{missing()};
  CHECK_THROWS_AS(std::move(none).value(), exception);
}

TEST_CASE("An expected of nothing is fine or failed", "[expected]") {
  expected<void> fine;
  CHECK(fine);
  CHECK_NOTHROW(fine.value());
  expected<void> failed{missing()};
  CHECK_FALSE(failed);
  CHECK(failed.error() == errc::config_error);
  CHECK_THROWS_AS(failed.value(), exception);
}

TEST_CASE("What value throws carries the error", "[expected]") {
  expected<int> e{missing()};
  try {
    (void)e.value();
    FAIL("value returned");
  } catch (const exception& thrown) {
    CHECK(thrown.reason() == errc::config_error);
    CHECK(thrown.reason().details().what == "no such key");
  }
}

TEST_CASE("Another error type may stand in", "[expected]") {
  expected<int, std::string> e{std::string{"why"}};
  CHECK(e.error() == "why");
}
