#pragma once

#include <troupe/actors/future/driver.hpp>
#include <troupe/actors/progress/turn.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace troupe::detail {

/// How much a step may do: whoever steps another's engine leaves large copies and folds to its
/// owner.
enum class effort : std::uint8_t { light, full };

/// Who will look at an engine's input next.
enum class attention : std::uint32_t {
  nobody,      ///< its node must be rung
  watched,     ///< somebody polls it, and looks again before going
  on_futex,    ///< a thread sleeps on the attention word
  in_reactor,  ///< a thread sleeps in the node's reactor
  rung,        ///< its node was rung and has not answered yet
};

class steppable;

/// The engines of this process that were given something during a step.
class touch_list {
 public:
  struct touch {
    steppable* target = nullptr;
    bool heavy = false;  ///< better done by the target's own thread
  };

  /// False if there is no room: tell the target at once.
  bool add(steppable& target, bool heavy) {
    for (auto& each : std::span{touches_}.first(count_)) {
      if (each.target != &target) continue;
      each.heavy = each.heavy || heavy;
      return true;
    }
    if (count_ == touches_.size()) return false;
    touches_[count_++] = {&target, heavy};
    return true;
  }

  std::span<const touch> all() const { return std::span{touches_}.first(count_); }
  void clear() { count_ = 0; }

 private:
  std::array<touch, 16> touches_{};
  std::size_t count_ = 0;
};

/// Something that is run by turn: an engine. See `progress` for how turns go round.
class steppable {
 public:
  steppable() = default;
  steppable(const steppable&) = delete;
  steppable& operator=(const steppable&) = delete;

  /// Does what can be done now; true if that was anything. Only with the turn.
  virtual bool step(effort limit) = 0;

  /// Whether a step would find anything. Any thread.
  virtual bool has_input() const = 0;

  /// Ends what is due. Only with the turn.
  virtual void expire(time_point now) = 0;

  /// When `expire` must be called next: `time_point::max()` for never. Any thread.
  time_point next_deadline() const {
    return time_point{time_point::duration{deadline_.load(std::memory_order_seq_cst)}};
  }

  turn& get_turn() { return turn_; }

  /// The attention word holds an `attention`.
  std::atomic<std::uint32_t>& attention_word() { return attention_; }

  /// Only with the turn.
  touch_list& touched() { return touched_; }

  /// For the node's list of rung engines.
  steppable* next_rung = nullptr;
  std::atomic<bool> listed_as_rung{false};

 protected:
  ~steppable() = default;

  void set_next_deadline(time_point when) {
    deadline_.store(when.time_since_epoch().count(), std::memory_order_seq_cst);
  }

 private:
  turn turn_;
  std::atomic<std::uint32_t> attention_{0};
  std::atomic<time_point::rep> deadline_{time_point::max().time_since_epoch().count()};
  touch_list touched_;
};

}  // namespace troupe::detail
