#include <troupe/deploy/launch/supervisor.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>

namespace troupe::detail {
namespace {

error unwritable(const std::string& path, int number) {
  return {errc::config_error,
          {.system_errno = number,
           .what = "the output file '" + path + "' can't be written",
           .advice = "give another --output-dir"}};
}

/// Colours that are readable on light and dark terminals, in turns.
std::string prefix_of(const process_plan& plan, std::size_t index, bool coloured) {
  constexpr std::string_view colours = "234615";
  const auto text = "[" + plan.label + "]";
  if (!coloured) return text + " ";
  return std::string{"\033[3"} + colours[index % colours.size()] + "m" + text + "\033[0m ";
}

}  // namespace

expected<void> supervisor::start_all() {
  if (!options_.output_dir.empty()) {
    std::error_code failed;
    std::filesystem::create_directories(options_.output_dir, failed);
    if (failed) return unwritable(options_.output_dir, failed.value());
  }
  for (const auto& plan : job_.processes) {
    if (auto done = start_one(plan); !done) return done;
  }
  job_.inheritance.clear();
  return {};
}

expected<void> supervisor::start_one(const process_plan& plan) {
  child made;
  streams io;
  auto in = input_of(plan, made);
  if (!in) return in.error();
  io.in = in->get();
  tcp::descriptor out, err;
  if (job_.processes.size() > 1 || !options_.output_dir.empty()) {
    auto first = captured(plan, made, sinks_.front(), ".out");
    if (!first) return first.error();
    auto second = captured(plan, made, sinks_.back(), ".err");
    if (!second) return second.error();
    out = *std::move(first);
    err = *std::move(second);
    io.out = out.get();
    io.err = err.get();
  }
  const auto pid = start(plan, io);
  if (!pid) return pid.error();
  guard_.watch(*pid);
  made.pid = *pid;
  children_.push_back(std::move(made));
  ++running_;
  return {};
}

expected<tcp::descriptor> supervisor::captured(const process_plan& plan, child& made, sink& to,
                                               const std::string& suffix) {
  tcp::descriptor file;
  if (!options_.output_dir.empty()) {
    const auto path = options_.output_dir + "/" + plan.file_name + suffix;
    file = tcp::descriptor{
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666)};
    if (!file) return unwritable(path, errno);
  }
  const bool prefix = options_.prefix && job_.processes.size() > 1;
  captures_.emplace_back(prefix ? prefix_of(plan, children_.size(), to.terminal()) : "", to,
                         std::move(file));
  made.output.push_back(&captures_.back());
  return captures_.back().open();
}

expected<tcp::descriptor> supervisor::input_of(const process_plan& plan, child& made) const {
  if (plan.held_by_stdin) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      return error{errc::resource_exhausted,
                   {.system_errno = errno, .what = "a pipe for standard input can't be made"}};
    made.leash = tcp::descriptor{ends[1]};
    return tcp::descriptor{ends[0]};
  }
  // A process outside of the terminal's foreground group is stopped when it reads from it.
  const bool first = children_.empty() && !options_.end_with_stdin && ::isatty(STDIN_FILENO) != 1;
  return tcp::descriptor{first ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                               : ::open("/dev/null", O_RDONLY | O_CLOEXEC)};
}

}  // namespace troupe::detail
