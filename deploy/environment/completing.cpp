#include <troupe/deploy/environment/completing.hpp>
#include <troupe/deploy/environment/duration.hpp>
#include <troupe/deploy/environment/job_key.hpp>
#include <troupe/deploy/explain/words.hpp>

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <limits>

namespace troupe::detail {
namespace {

/// Until somebody takes it over, programs that this one starts would inherit it too.
void read_listener(variables& vars, node_setup& setup) {
  constexpr std::string_view name = "TROUPE_LISTEN_FD";
  if (!vars.has(name)) return;
  const auto fd = static_cast<int>(vars.number_or(name, 0, std::numeric_limits<int>::max(), -1));
  int listens = 0;
  socklen_t size = sizeof listens;
  if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0) {
    vars.refuse(name, "a descriptor that listens",
                "a program between the launcher and this one closed the descriptors that it "
                "inherited: let it pass them on, or set TROUPE_LISTEN to host:port instead");
    return;
  }
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  setup.listener = fd;
}

void read_key(variables& vars, node_setup& setup) {
  if (vars.has("TROUPE_KEY") && vars.has("TROUPE_KEY_FILE")) {
    vars.fail({errc::config_error, "both TROUPE_KEY and TROUPE_KEY_FILE are set",
               "keep TROUPE_KEY_FILE and unset the other"});
  } else if (vars.has("TROUPE_KEY_FILE")) {
    if (vars.wrong()) return;
    if (auto key = read_key_file(vars.text("TROUPE_KEY_FILE")); key)
      setup.key = *std::move(key);
    else
      vars.fail(key.error());
  } else {
    setup.key = vars.text("TROUPE_KEY");
  }
}

std::chrono::nanoseconds read_duration(variables& vars, std::string_view name) {
  const auto time = parse_duration(vars.text(name));
  if (time && time->count() > 0) return *time;
  vars.refuse(name, "a duration such as 500ms, 10s or 2min");
  return {};
}

void read_options(variables& vars, node_setup& setup) {
  if (const auto written = vars.text("TROUPE_LINK"); !written.empty() && written != "auto") {
    constexpr std::array<std::string_view, 4> names{"in-process", "shm", "tcp", "auto"};
    const auto at = parse_word("TROUPE_LINK", written, names);
    if (at)
      setup.link = static_cast<link_class>(*at);
    else
      vars.fail({errc::config_error, at.error().details()});
  }
  if (vars.has("TROUPE_READY_TIMEOUT"))
    setup.ready_timeout = std::chrono::duration_cast<std::chrono::milliseconds>(
        read_duration(vars, "TROUPE_READY_TIMEOUT"));
  if (vars.has("TROUPE_DEADLINE")) setup.defaults.deadline = read_duration(vars, "TROUPE_DEADLINE");
  if (const auto written = vars.text("TROUPE_ORDER"); !written.empty()) {
    constexpr std::array<std::string_view, 2> names{"any", "rank"};
    const auto at = parse_word("TROUPE_ORDER", written, names);
    if (at)
      setup.defaults.order = static_cast<order>(*at);
    else
      vars.fail({errc::config_error, at.error().details()});
  }
  if (const auto written = vars.text("TROUPE_ALGORITHM"); !written.empty()) {
    const auto name = algorithm_from_string(written);
    if (name)
      setup.defaults.algorithm = *name;
    else
      vars.refuse("TROUPE_ALGORITHM", "an algorithm's name", name.error().details().advice);
  }
}

}  // namespace

void read_completing(variables& vars, node_setup& setup) {
  if (vars.has("TROUPE_JOB")) setup.job = vars.text("TROUPE_JOB");
  if (setup.job.size() > 64) vars.refuse("TROUPE_JOB", "a name of at most 64 bytes");
  if (vars.has("TROUPE_NAME")) setup.name = vars.text("TROUPE_NAME");
  if (vars.has("TROUPE_LISTEN")) setup.listen = vars.text("TROUPE_LISTEN");
  if (vars.has("TROUPE_SEED")) setup.seed = vars.text("TROUPE_SEED");
  read_options(vars, setup);
  read_key(vars, setup);
  read_listener(vars, setup);
}

}  // namespace troupe::detail
