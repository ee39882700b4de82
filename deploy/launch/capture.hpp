#pragma once

#include <troupe/actors/expected.hpp>
#include <troupe/deploy/launch/lines.hpp>
#include <troupe/deploy/launch/sink.hpp>
#include <troupe/transports/tcp/descriptor.hpp>

#include <string>

namespace troupe::detail {

/// What one process writes to one of its streams: as lines to a sink, as it is to a file.
class capture {
 public:
  capture(std::string prefix, sink& to, tcp::descriptor file)
      : lines_{std::move(prefix)}, to_{&to}, file_{std::move(file)} {}

  /// The end that the process gets; the caller closes its own once the process has it.
  expected<tcp::descriptor> open();

  /// What to poll: -1 if the stream is over, or the sink has enough to do.
  int wanted() const { return pipe_ && !to_->full() ? pipe_.get() : -1; }

  /// Takes what is there, once. False if there was nothing.
  bool read_some();
  /// Takes all that is there. If `last`, nobody writes any more, and the stream is over.
  void read_all(bool last);

 private:
  void end();

  line_cutter lines_;
  sink* to_;
  tcp::descriptor file_;
  tcp::descriptor pipe_{};
};

}  // namespace troupe::detail
