#include <troupe/deploy/bench/report.hpp>

#include <ostream>

namespace troupe::detail {
namespace {

std::string ended_early(const bench_options& options, const bench_subject& subject,
                        std::span<const std::size_t> sizes) {
  std::string lines;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const char* what = i == 0 ? "timed_out" : "skipped";
    if (options.json)
      lines += to_json_ended(subject.name, sizes[i], what, options) + "\n";
    else
      lines += subject.name + " " + std::to_string(sizes[i]) + " " + what + " after " +
               std::to_string(options.timeout_s) + " s\n";
  }
  return lines;
}

}  // namespace

bench_report::bench_report(const bench_options& options, std::ostream& out,
                           std::function<void()> give_up)
    : options_{options}, around_{surroundings()}, out_{out}, give_up_{std::move(give_up)} {
  if (options_.timeout_s > 0) watcher_ = std::thread{[this] { watch(); }};
}

bench_report::~bench_report() {
  {
    const std::lock_guard lock{mutex_};
    over_ = true;
  }
  changed_.notify_one();
  if (watcher_.joinable()) watcher_.join();
}

bench_listener bench_report::listener() {
  return {[this](const bench_subject& subject, std::span<const std::size_t> sizes) {
            begin(subject, sizes);
          },
          [this](const bench_row& row) { end(row); }};
}

void bench_report::begin(const bench_subject& subject, std::span<const std::size_t> sizes) {
  if (!header_printed_ && !options_.json) out_ << table_header(options_, around_) << std::flush;
  header_printed_ = true;
  {
    const std::lock_guard lock{mutex_};
    last_words_ = ended_early(options_, subject, sizes);
    due_ = std::chrono::steady_clock::now() + std::chrono::seconds{options_.timeout_s};
  }
  changed_.notify_one();
}

void bench_report::end(const bench_row& row) {
  const std::lock_guard lock{mutex_};
  due_ = {};
  all_valid_ = all_valid_ && row.valid;
  out_ << (options_.json ? to_json(row, options_, around_) + "\n" : to_text(row)) << std::flush;
}

void bench_report::watch() {
  std::unique_lock lock{mutex_};
  while (!over_) {
    if (due_ == std::chrono::steady_clock::time_point{}) {
      changed_.wait(lock);
    } else if (std::chrono::steady_clock::now() < due_) {
      changed_.wait_until(lock, due_);
    } else {
      out_ << last_words_ << std::flush;
      due_ = {};
      give_up_();
    }
  }
}

}  // namespace troupe::detail
