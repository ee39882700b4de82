#include <troupe/transports/tcp/decoder.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace troupe::detail::tcp {

namespace {

using bytes = std::vector<std::byte>;

template <class Container>
void append(bytes& to, const Container& more) {
  to.insert(to.end(), more.begin(), more.end());
}

bytes noise(std::mt19937_64& random, std::size_t size) {
  bytes result(size);
  for (auto& each : result) each = static_cast<std::byte>(random());
  return result;
}

/// What a stream says, as text; the last line tells how it ended.
std::vector<std::string> read_all(std::span<const std::byte> stream, std::mt19937_64& random) {
  decoder reader;
  std::vector<std::string> said;
  while (true) {
    const auto room = reader.room();
    REQUIRE_FALSE(room.empty());
    const auto some = std::min({stream.size(), room.size(), std::size_t{1} + random() % 5000});
    std::copy_n(stream.begin(), some, room.begin());
    stream = stream.subspan(some);
    reader.commit(some);
    for (bool more = true; more;) {
      if (reader.bulk_left() != 0) {
        const auto before = reader.bulk_left();
        const auto taken = reader.take_bulk().size();
        REQUIRE(reader.bulk_left() == before - taken);
        if (reader.bulk_left() != 0) break;
      }
      const auto next = reader.next();
      if (const auto* wrong = std::get_if<malformed>(&next)) {
        REQUIRE_FALSE(wrong->why.empty());
        said.push_back(std::string{wrong->why});
        return said;
      }
      if (const auto* f = std::get_if<frame_record>(&next)) {
        REQUIRE(f->payload.size() <= largest_payload);
        said.push_back("frame " + std::to_string(f->header.sequence) + ' ' +
                       std::to_string(crc32c(f->payload)));
      } else if (const auto* d = std::get_if<pull_data>(&next)) {
        REQUIRE(d->length <= chunk_size);
        said.push_back("data " + std::to_string(d->token));
      } else if (std::holds_alternative<need_more>(next)) {
        more = false;
      } else {
        said.push_back("record " + std::to_string(next.index()));
      }
    }
    if (stream.empty()) return said;
  }
}

bytes valid_stream(std::mt19937_64& random, std::size_t records, std::vector<std::string>& says) {
  bytes stream;
  for (std::size_t i = 0; i < records; ++i) {
    switch (random() % 6) {
      case 0:
      case 1: {
        frame header;
        header.sequence = random();
        const auto payload = noise(random, random() % 4 == 0 ? largest_payload : random() % 2000);
        append(stream, encode_frame(header, payload));
        append(stream, payload);
        says.push_back("frame " + std::to_string(header.sequence) + ' ' +
                       std::to_string(crc32c_by_table(payload)));
        break;
      }
      case 2: {
        const auto data = noise(random, random() % 3 == 0 ? chunk_size : random() % 100);
        const auto token = random();
        append(stream, encode(pull_data{.token = token,
                                        .length = static_cast<std::uint32_t>(data.size())}));
        append(stream, data);
        says.push_back("data " + std::to_string(token));
        break;
      }
      case 3:
        append(stream, encode(pull_request{.region = random(), .length = random()}));
        says.push_back("record " + std::to_string(decoded{pull_request{}}.index()));
        break;
      case 4:
        append(stream, encode(pull_cancel{.token = random()}));
        says.push_back("record " + std::to_string(decoded{pull_cancel{}}.index()));
        break;
      case 5:
        append(stream, encode(pull_refused{.token = random()}));
        says.push_back("record " + std::to_string(decoded{pull_refused{}}.index()));
        break;
    }
  }
  append(stream, encode(goodbye{}));
  says.push_back("record " + std::to_string(decoded{goodbye{}}.index()));
  return stream;
}

}  // namespace

TEST_CASE("a stream is understood alike wherever it is cut") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random{seed};
    std::vector<std::string> says;
    const auto stream = valid_stream(random, 20, says);
    REQUIRE(read_all(stream, random) == says);
  }
}

TEST_CASE("random bytes are refused or wait for more, and never harm") {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random{seed};
    auto stream = noise(random, random() % 4000);
    // Without this hardly any would come past the first check.
    if (seed % 2 == 0 && stream.size() > sizeof(record_header)) {
      record_header header{.kind = static_cast<record_kind>(random() % 9),
                           .length = static_cast<std::uint32_t>(random() % 200)};
      std::copy_n(std::as_bytes(std::span{&header, 1}).begin(), sizeof header, stream.begin());
    }
    const auto said = read_all(stream, random);
    // A checksum of 32 bits stands between noise and a record.
    REQUIRE(said.size() <= 1);
    if (stream.size() > 400) REQUIRE(said.size() == 1);
  }
}

TEST_CASE("any flipped bit before the data of a pull is noticed") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random{seed};
    frame header;
    header.sequence = seed;
    const auto payload = noise(random, random() % 300);
    bytes stream;
    append(stream, encode_frame(header, payload));
    append(stream, payload);
    append(stream, encode(pull_request{.token = seed}));
    const auto whole = read_all(stream, random);
    REQUIRE(whole.size() == 2);
    const auto bit = random() % (stream.size() * 8);
    stream[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    const auto said = read_all(stream, random);
    REQUIRE(said != whole);
    // What comes before the damage is understood, nothing after it.
    const auto [differs, same] = std::mismatch(said.begin(), said.end(), whole.begin());
    REQUIRE(said.end() - differs <= 1);
  }
}

TEST_CASE("a broken stream stays broken") {
  decoder reader;
  auto room = reader.room();
  std::fill_n(room.begin(), 64, std::byte{1});
  reader.commit(64);
  REQUIRE(std::holds_alternative<malformed>(reader.next()));
  const auto good = encode(goodbye{});
  room = reader.room();
  std::copy(good.begin(), good.end(), room.begin());
  reader.commit(good.size());
  REQUIRE(std::holds_alternative<malformed>(reader.next()));
}

TEST_CASE("lengths beyond the bounds are refused before their bytes are waited for") {
  const auto refused = [](record_header header) {
    decoder reader;
    auto room = reader.room();
    std::copy_n(std::as_bytes(std::span{&header, 1}).begin(), sizeof header, room.begin());
    reader.commit(sizeof header);
    return std::holds_alternative<malformed>(reader.next());
  };
  const auto most = static_cast<std::uint32_t>(sizeof(frame) + largest_payload);
  CHECK_FALSE(refused({.kind = record_kind::frame, .length = most}));
  CHECK(refused({.kind = record_kind::frame, .length = most + 1}));
  CHECK(refused({.kind = record_kind::frame, .length = 0xffffffff}));
  CHECK(refused({.kind = record_kind::frame, .length = sizeof(frame) - 1}));
  CHECK(refused({.kind = record_kind::goodbye, .length = 1}));
  CHECK(refused({.kind = static_cast<record_kind>(0), .length = 0}));
  CHECK(refused({.magic = 1, .kind = record_kind::goodbye}));
}

}  // namespace troupe::detail::tcp
