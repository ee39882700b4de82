#pragma once

#include <troupe/actors/link/link.hpp>
#include <troupe/actors/node/reactor.hpp>
#include <troupe/transports/tcp/alarm.hpp>
#include <troupe/transports/tcp/gate.hpp>

#include <chrono>

namespace troupe::detail::tcp {

/// What a medium and its links share. Sink and reactor are used only inside of the gate, which the
/// medium shuts before they go.
struct surroundings {
  surroundings(frame_sink& s, reactor& r) : sink{s}, events{r} {}

  frame_sink& sink;
  reactor& events;
  alarm timer{};
  gate calls{};
};

}  // namespace troupe::detail::tcp
