#pragma once

#include <troupe/transports/tcp/descriptor.hpp>

#include <sys/types.h>

namespace troupe::detail {

/// A process that outlives the launcher by a moment: if the launcher is killed so hard that it
/// can't clean up, it kills what the launcher started. The kernel's parent-death signal reaches
/// only children, not what they started themselves.
///
/// Owns the guard process, until the launcher dismisses it or dies.
class guard {
 public:
  guard();
  ~guard();
  guard(const guard&) = delete;
  guard& operator=(const guard&) = delete;

  /// If the launcher dies, kill this group of processes. The launcher keeps the group's leader
  /// unreaped, so that the number stays the group's.
  void watch(pid_t group);

  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  tcp::descriptor line_{};
};

}  // namespace troupe::detail
