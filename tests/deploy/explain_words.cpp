#include <troupe/deploy/explain/options.hpp>
#include <troupe/deploy/explain/words.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <string>

using namespace troupe;

TEST_CASE("sizes are read in bytes, thousands and powers of 1024") {
  const auto bytes = [](std::string_view text) {
    return detail::parse_bytes("--bytes", text).value();
  };
  CHECK(bytes("0") == 0);
  CHECK(bytes("4096") == 4096);
  CHECK(bytes("8B") == 8);
  CHECK(bytes("1K") == 1000);
  CHECK(bytes("2k") == 2000);
  CHECK(bytes("64Ki") == 65536);
  CHECK(bytes("64KiB") == 65536);
  CHECK(bytes("1M") == 1000000);
  CHECK(bytes("1MB") == 1000000);
  CHECK(bytes("1Mi") == 1048576);
  CHECK(bytes("3G") == 3000000000u);
  CHECK(bytes("2Gi") == 2147483648u);
}

TEST_CASE("what is no size is refused with what was found and what was wanted") {
  for (const auto* text :
       {"", "Ki", "-1", "1.5Mi", "1 Mi", "1m", "1Kib", "1i", "1Bi", "0x10", "+8"}) {
    INFO(text);
    const auto bytes = detail::parse_bytes("--bytes", text);
    REQUIRE_FALSE(bytes);
    CHECK(bytes.error() == errc::invalid_argument);
    CHECK(detail::sentence(bytes.error())
              .find("--bytes is '" + std::string{text} + "', wanted a size such as 4096, 64Ki") ==
          0);
  }
}

TEST_CASE("a size beyond the address space is refused, not wrapped around") {
  for (const auto* text : {"18446744073709551616", "18014398509481985Ki", "99999999999G"}) {
    INFO(text);
    const auto bytes = detail::parse_bytes("--bytes", text);
    REQUIRE_FALSE(bytes);
    CHECK(detail::sentence(bytes.error()).find("can address") != std::string::npos);
  }
  CHECK(detail::parse_bytes("--bytes", "18014398509481983Ki").value() == 18446744073709550592u);
}

TEST_CASE("the nearest known word is found by counting edits") {
  constexpr std::array<std::string_view, 4> known{"all_reduce", "reduce", "broadcast", "barrier"};
  CHECK(detail::nearest("all_reduc", known) == "all_reduce");
  CHECK(detail::nearest("allreduce", known) == "all_reduce");
  CHECK(detail::nearest("braodcast", known) == "broadcast");
  CHECK(detail::nearest("bcast", known) == "broadcast");
  CHECK(detail::nearest("reduces", known) == "reduce");
  CHECK(detail::nearest("barier", known) == "barrier");
  CHECK(detail::nearest("zzzzzzzz", known).empty());
  CHECK(detail::nearest("", known).empty());
}

TEST_CASE("numbers outside their bounds are refused with the bounds") {
  CHECK(detail::parse_number("--ranks", "8", 1, 10).value() == 8);
  for (const auto* text : {"0", "11", "", "eight", "8x", "99999999999999999999"}) {
    INFO(text);
    const auto number = detail::parse_number("--ranks", text, 1, 10);
    REQUIRE_FALSE(number);
    CHECK(detail::sentence(number.error()) ==
          "--ranks is '" + std::string{text} + "', wanted a whole number from 1 to 10");
  }
}

TEST_CASE("every element type, reduction and link is read under the name it prints") {
  for (int code = 0; code <= static_cast<int>(element_type::f64); ++code) {
    const auto type = static_cast<element_type>(code);
    CHECK(detail::parse_element("--type", to_string(type)).value() == type);
  }
  for (const auto op : {sum, prod, min, max, avg})
    CHECK(detail::parse_reduction("--op", to_string(op)).value() == op);
  for (const auto link : {link_class::in_process, link_class::shared_memory, link_class::tcp})
    CHECK(detail::parse_link("--link", to_string(link)).value() == link);
}

TEST_CASE("a list is split at its commas, and empty words remain to be complained about") {
  CHECK(detail::split("a,bc") == std::vector<std::string>{"a", "bc"});
  CHECK(detail::split("a,,") == std::vector<std::string>{"a", "", ""});
  CHECK(detail::split("") == std::vector<std::string>{""});
}

namespace {

std::string complaint(const explain_words& written) {
  const auto options = to_options(written);
  return options ? "none" : detail::sentence(options.error());
}

}  // namespace

TEST_CASE("each wrong option of explain is named with what was wanted") {
  CHECK(complaint({.operation = "all_reduce"}) == "none");
  CHECK(complaint({.operation = "al_reduce"}) ==
        "the collective is 'al_reduce', wanted one of all_reduce, broadcast, reduce, all_gather, "
        "reduce_scatter, barrier; did you mean all_reduce?");
  CHECK(complaint({.operation = "reduce", .ranks = "0"}) ==
        "--ranks is '0', wanted a whole number from 1 to 1024");
  CHECK(complaint({.operation = "reduce", .ranks = "4", .root = "4"}) ==
        "--root is '4', wanted a whole number from 0 to 3");
  CHECK(complaint({.operation = "reduce", .ranks = "4", .rank = "-1"}) ==
        "--rank is '-1', wanted a whole number from 0 to 3");
  CHECK(complaint({.operation = "reduce", .link = "smh"}) ==
        "--link is 'smh', wanted one of auto, in-process, shm, tcp; did you mean shm?");
  CHECK(complaint({.operation = "barrier", .algorithm = "ring"}) ==
        "--algorithm is 'ring', wanted one of automatic, flat, dissemination");
  CHECK(complaint({.operation = "reduce", .type = "float32"}).find("--type is 'float32'") == 0);
  CHECK(complaint({.operation = "reduce", .op = "add"}).find("--op is 'add'") == 0);
  CHECK(complaint({.operation = "reduce", .order = "ranks"}) ==
        "--order is 'ranks', wanted one of any, rank; did you mean rank?");
}
