#pragma once

#include <atomic>
#include <cstdint>

namespace troupe::detail {

/// Cores that this process may use: its affinity mask, cut by its control group's quota.
unsigned usable_cores();

/// How long a waiting thread polls before it sleeps. It learns: a spin that ended with the result
/// makes the next one longer, one that ended in sleep makes it shorter. Zero when more threads want
/// to spin than there are cores: then whoever polls keeps somebody else from working.
class spin_budget {
 public:
  /// Rounds of polling, each of about 50 ns.
  static constexpr std::uint32_t longest = 2000, shortest = 100, start = 600;

  explicit spin_budget(unsigned spinners)
      : rounds_{spinners <= usable_cores() ? start : 0}, scarce_{spinners > usable_cores()} {}

  std::uint32_t rounds() const { return rounds_.load(std::memory_order_relaxed); }
  /// More threads than cores: yield rather than pause.
  bool scarce() const { return scarce_; }

  void paid() {
    if (!scarce_ && rounds() < longest) rounds_.store(rounds() + 50, std::memory_order_relaxed);
  }
  void wasted() {
    if (!scarce_ && rounds() > shortest)
      rounds_.store(rounds() - rounds() / 8, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint32_t> rounds_;
  const bool scarce_;
};

/// Tells the core that this is a loop that polls.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace troupe::detail
