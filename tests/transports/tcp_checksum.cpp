#include <troupe/transports/tcp/crc32c.hpp>

#include <catch2/catch.hpp>

#include <cstring>
#include <vector>

namespace troupe::detail::tcp {

TEST_CASE("the checksums of the standard's examples hold") {
  // RFC 3720, appendix B.4.
  std::vector<std::byte> bytes(32, std::byte{0});
  CHECK(crc32c(bytes) == 0x8a9136aa);
  std::fill(bytes.begin(), bytes.end(), std::byte{0xff});
  CHECK(crc32c(bytes) == 0x62a8ab43);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  CHECK(crc32c(bytes) == 0x46dd794e);
  CHECK(crc32c(std::as_bytes(std::span{"123456789", 9})) == 0xe3069283);
}

TEST_CASE("a checksum is the same by instruction, by table and in pieces") {
  std::vector<std::byte> bytes(10'000);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(i * 37 + i / 256);
  for (std::size_t size = 0; size < 300; ++size) {
    const auto some = std::span<const std::byte>{bytes}.subspan(size % 9, size);
    CHECK(crc32c(some) == crc32c_by_table(some));
  }
  for (const std::size_t cut : {0, 1, 7, 8, 9, 4095, 9999, 10'000}) {
    const auto all = std::span<const std::byte>{bytes};
    CHECK(crc32c(all.subspan(cut), crc32c(all.first(cut))) == crc32c_by_table(all));
  }
}

}  // namespace troupe::detail::tcp
