#include <troupe/collectives/schedule/around.hpp>
#include <troupe/collectives/schedule/ring.hpp>

#include <algorithm>
#include <utility>

namespace troupe::schedules {
namespace {

void send_pieces(schedule_builder& b, const ring& r, std::uint32_t tag, location from,
                 std::size_t count) {
  for (const slice& piece : pieces_of({0, count}, r.segment)) {
    b.send(r.right, tag++, from + piece.offset, piece.count);
  }
}

}  // namespace

std::uint32_t ring::tags_a_round() const {
  std::size_t most = 1;
  for (rank_id p = 0; p < size; ++p) most = std::max(most, pieces_in(block(p).count, segment));
  return static_cast<std::uint32_t>(most);
}

ring ring_of(const collective_shape& shape, std::function<slice(rank_id)> block) {
  return {shape.rank,
          shape.size,
          around(shape.rank, -1, shape.size),
          around(shape.rank, 1, shape.size),
          shape.segment,
          std::move(block)};
}

std::uint32_t reduce_scatter_around(
    schedule_builder& b, const ring& r, std::uint32_t first_tag,
    const std::function<location(rank_id block, rank_id round)>& sum) {
  const std::uint32_t tags = r.tags_a_round();
  for (rank_id round = 0; round + 1 < r.size; ++round) {
    const rank_id outgoing = around(r.place, -1 - round, r.size);
    const slice sent = r.block(outgoing);
    const location from = round == 0 ? input_at(sent.offset) : sum(outgoing, round - 1);
    const std::uint32_t round_tag = first_tag + static_cast<std::uint32_t>(round) * tags;
    send_pieces(b, r, round_tag, from, sent.count);
    const rank_id incoming = around(r.place, -2 - round, r.size);
    const slice folded = r.block(incoming);
    std::uint32_t tag = round_tag;
    for (const slice& piece : pieces_of({0, folded.count}, r.segment)) {
      const location theirs = b.receive_window(r.left, tag++, piece.count).at;
      b.fold(sum(incoming, round) + piece.offset, {theirs, input_at(folded.offset + piece.offset)},
             piece.count, round + 2 == r.size);
    }
  }
  return first_tag + static_cast<std::uint32_t>(r.size - 1) * tags;
}

std::uint32_t all_gather_around(schedule_builder& b, const ring& r, std::uint32_t first_tag,
                                location own, bool right_has_all) {
  const std::uint32_t tags = r.tags_a_round();
  for (rank_id round = 0; round + 1 < r.size; ++round) {
    const std::uint32_t round_tag = first_tag + static_cast<std::uint32_t>(round) * tags;
    const slice sent = r.block(around(r.place, -round, r.size));
    if (!right_has_all) {
      send_pieces(b, r, round_tag, round == 0 ? own : output_at(sent.offset), sent.count);
    }
    const slice received = r.block(around(r.place, -1 - round, r.size));
    std::uint32_t tag = round_tag;
    for (const slice& piece : pieces_of(received, r.segment)) {
      b.receive(r.left, tag++, output_at(piece.offset), piece.count);
    }
  }
  return first_tag + static_cast<std::uint32_t>(r.size - 1) * tags;
}

void send_all_around(schedule_builder& b, const ring& r, std::uint32_t first_tag) {
  const std::uint32_t tags = r.tags_a_round();
  for (rank_id round = 0; round + 1 < r.size; ++round) {
    const slice sent = r.block(around(r.place, -round, r.size));
    send_pieces(b, r, first_tag + static_cast<std::uint32_t>(round) * tags, input_at(sent.offset),
                sent.count);
  }
}

}  // namespace troupe::schedules
