#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/actors/link/link.hpp>
#include <troupe/actors/node/reactor.hpp>
#include <troupe/transports/tcp/decoder.hpp>
#include <troupe/transports/tcp/descriptor.hpp>
#include <troupe/transports/tcp/outgoing_chunk.hpp>
#include <troupe/transports/tcp/pulls.hpp>
#include <troupe/transports/tcp/regions.hpp>
#include <troupe/transports/tcp/send_ring.hpp>
#include <troupe/transports/tcp/shared_turn.hpp>
#include <troupe/transports/tcp/surroundings.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace troupe::detail::tcp {

/// A link over one TCP connection. Whoever polls reads, under the read turn; whoever sends or polls
/// writes, under the write turn. Frames and requests wait in a ring and go before the data of
/// pulls, which go chunk by chunk from where they lie.
class tcp_link final : public link,
                       public readiness,
                       public std::enable_shared_from_this<tcp_link> {
 public:
  tcp_link(std::shared_ptr<surroundings> around, node_id peer, std::size_t send_buffer);

  // link
  const link_traits& traits() const override { return traits_; }
  bool send(const frame& header, std::span<const std::byte> payload) override;
  region_key expose(std::span<const std::byte> memory) override { return regions_.expose(memory); }
  void revoke(region_key region) override;
  access pull(region_key region, std::size_t offset, std::span<std::byte> destination,
              pull_token token) override;
  void cancel_pull(pull_token token) override;
  access view(region_key, const std::byte*&) override { return access::unavailable; }
  bool release(region_key) override { return false; }

  // readiness
  void ready(std::uint32_t events) override;

  // What follows is for the medium, inside of the gate unless it says otherwise.

  enum class phase : std::uint8_t { connecting, up, closing, down };
  phase at() const { return phase_.load(); }

  /// The connection is made and both ends have proved themselves. `resume` must follow.
  void attach(descriptor socket);

  /// It was never made.
  void give_up(const error& why);

  /// Goes on with what was put off.
  void resume();

  /// Notices a machine that answers nothing any more.
  void check_alive(time_point now, std::chrono::milliseconds dead_after);

  /// Takes no more frames, and says goodbye after those taken. Any thread.
  void begin_close();

  /// Whether the peer's machine has all that was taken, goodbye included.
  bool handed_over();

  /// The descriptor to wait on while that isn't so; -1 if there is none.
  int waits_on() const { return at() == phase::closing ? fd_.load() : -1; }
  bool blocked() const { return blocked_.load(); }

  /// After the gate was shut: nothing of the link is left but its memory.
  void finish_close();

 private:
  /// Room in the ring that frames leave to answers, whose number `max_pulls` bounds.
  static constexpr std::size_t control_reserve = 64 * 1024;

  struct serve {
    pull_request asked;
    std::uint64_t sent = 0;
  };
  struct landing {
    pull_data chunk;
    std::uint32_t crc = 0;
  };

  // link_write.cpp
  bool queue(std::span<const std::byte> record, std::span<const std::byte> more,
             std::size_t reserve);
  void flush(unsigned chunks);
  bool write(unsigned& chunks);
  bool write_chunk();
  bool write_ring();
  bool next_chunk();
  bool stuck(int code);
  bool refuse(pull_id token, refusal reason);

  // link_read.cpp
  void read_all();
  void read();
  bool receive(std::size_t& budget);
  bool process();
  bool end_chunk();
  bool take(const malformed& what);
  bool take(const frame_record& what);
  bool take(const pull_request& what);
  bool take(const pull_data& what);
  bool take(const pull_refused& what);
  bool take(const pull_cancel& what);
  bool take(const goodbye&);
  void told_of_room();

  // link_state.cpp
  void go_down(const error& why, bool orderly);
  error lost(int code) const;
  void break_down(errc code, const std::string& what);

  const std::shared_ptr<surroundings> around_;
  const node_id peer_;
  const link_traits traits_;
  std::atomic<phase> phase_{phase::connecting};
  std::atomic<int> fd_{-1};
  descriptor socket_;  // closed by the holder of the write turn once the link is down

  regions regions_;
  pulls pulls_;

  shared_turn writes_;
  std::atomic<bool> blocked_{false};  // the kernel takes nothing; it will say when it does
  std::atomic<bool> write_later_{false};
  std::atomic<int> write_error_{0};
  std::atomic<bool> flushed_{false};
  outgoing_chunk chunk_;
  std::mutex queue_mutex_;  // held for one copy; never while calling the sink
  send_ring ring_;
  std::vector<serve> serves_;
  std::size_t next_serve_ = 0;
  bool refused_ = false;

  std::atomic<bool> starved_{false};   // a pull was refused because too many were in flight
  std::atomic<bool> has_room_{false};  // the sink is to be told

  shared_turn reads_;
  std::atomic<bool> hangup_{false};
  std::atomic<bool> read_later_{false};
  decoder decoder_;
  std::optional<landing> landing_;
  time_point unanswered_since_ = time_point::max();
};

}  // namespace troupe::detail::tcp
