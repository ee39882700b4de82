#include <troupe/deploy/bench/report.hpp>
#include <troupe/deploy/bench/run_bench.hpp>
#include <troupe/deploy/explain/words.hpp>
#include <troupe/deploy/world/world.hpp>

#include <cstdlib>
#include <ostream>

namespace troupe {
namespace {

constexpr int failed = 1, wrong_options = 2, timed_out = 3;

int run_threads(const bench_options& options, std::ostream& out, std::ostream& err) {
  // Other ranks hang in calls that nothing can end.
  detail::bench_report report{options, out, [] { std::_Exit(timed_out); }};
  try {
    world local{{.ranks = options.ranks}};
    local.run([&](communicator all) { bench_rank(all, options, report.listener()); });
  } catch (const exception& stopped) {
    err << "troupe bench: " << stopped.what() << "\n";
    return failed;
  }
  return report.all_valid() ? 0 : failed;
}

}  // namespace

int run_bench(const bench_words& written, std::ostream& out, std::ostream& err) {
  const auto options = to_options(written);
  if (!options) {
    err << "troupe bench: " << detail::sentence(options.error()) << "\n";
    return wrong_options;
  }
  const auto note = detail::crowding_note(options->ranks, detail::surroundings().cores);
  if (!note.empty()) err << "troupe bench: " << note << "\n";
  if (options->link == link_class::in_process) return run_threads(*options, out, err);
  err << "troupe bench: --link is '" << written.link
      << "', whose ranks are processes that only a launcher can start; use --link in-process\n";
  return wrong_options;
}

}  // namespace troupe
