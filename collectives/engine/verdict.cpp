#include <troupe/actors/reduction.hpp>
#include <troupe/collectives/engine/verdict.hpp>
#include <troupe/collectives/schedule/algorithm.hpp>

#include <algorithm>

namespace troupe::detail {

namespace {

std::string describe(const fingerprint& call) {
  const auto kind = static_cast<primitive>(call.primitive);
  std::string text{to_string(kind)};
  text += "(count " + std::to_string(call.count) + " of " +
          std::string{to_string(static_cast<element_type>(call.type))};
  const bool reduces = kind == primitive::reduce || kind == primitive::all_reduce ||
                       kind == primitive::reduce_scatter;
  if (reduces) text += ", " + std::string{to_string(static_cast<reduction>(call.operation))};
  if (kind == primitive::broadcast || kind == primitive::reduce)
    text += ", root " + std::to_string(call.root);
  return text + ", by " + std::string{to_string(static_cast<algorithm>(call.algorithm))} + ')';
}

}  // namespace

tombstone_notice tombstone_notice::of(const error& why) {
  tombstone_notice notice;
  notice.code = why.code();
  const auto& peers = why.details().peers;
  notice.named = static_cast<std::uint8_t>(std::min(peers.size(), std::size(notice.ranks)));
  std::copy_n(peers.begin(), notice.named, notice.ranks);
  return notice;
}

error to_error(const mismatch_notice& told) {
  error_details details;
  details.peers = {told.first_rank, told.second_rank};
  details.what = "rank " + std::to_string(told.first_rank) + " called " + describe(told.first) +
                 ", rank " + std::to_string(told.second_rank) + " called " + describe(told.second);
  details.advice = "call the same collectives in the same order on all members";
  return {errc::mismatch, std::move(details)};
}

error to_error(const tombstone_notice& told, rank_id sender) {
  error_details details;
  details.peers.assign(told.ranks,
                       told.ranks + std::min<std::size_t>(told.named, std::size(told.ranks)));
  if (details.peers.empty()) details.peers = {sender};
  details.what = "rank " + std::to_string(sender) + " ended it with " +
                 std::string{to_string(told.code)} + ", concerning";
  return {told.code, std::move(details)};
}

}  // namespace troupe::detail
