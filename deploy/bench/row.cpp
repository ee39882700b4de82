#include <troupe/collectives/reduce/isa.hpp>
#include <troupe/deploy/bench/row.hpp>

#include <caf/config.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <sstream>
#include <thread>

namespace troupe::detail {
namespace {

#ifndef TROUPE_VERSION
#define TROUPE_VERSION "unknown"
#endif

double rounded(double value, double parts) {
  return std::round(value * parts) / parts;
}

nlohmann::ordered_json first_fields(const std::string& op, std::size_t bytes,
                                    const bench_options& options) {
  return {{"peer", options.peer}, {"op", op}, {"ranks", options.ranks}, {"bytes", bytes}};
}

std::string build_flags() {
  std::string flags;
#ifdef __OPTIMIZE__
  flags = "optimised";
#else
  flags = "NOT OPTIMISED";
#endif
#ifndef NDEBUG
  flags += ", assertions";
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  flags += ", SANITIZED";
#endif
  return flags;
}

}  // namespace

bench_surroundings surroundings() {
  bench_surroundings around;
  around.troupe_version = TROUPE_VERSION;
#ifdef __clang__
  around.compiler = __VERSION__;
#else
  around.compiler = "GCC " __VERSION__;
#endif
  around.flags = build_flags();
  around.caf_version = std::to_string(CAF_MAJOR_VERSION) + "." + std::to_string(CAF_MINOR_VERSION) +
                       "." + std::to_string(CAF_PATCH_VERSION);
  around.isa = fold_isas().front().name;
  around.cores = std::max(1u, std::thread::hardware_concurrency());
  return around;
}

std::string to_json(const bench_row& row, const bench_options& options,
                    const bench_surroundings& around) {
  auto line = first_fields(row.op, row.bytes, options);
  line["iters"] = row.iterations;
  line["p50_us"] = rounded(row.times.p50, 1e3);
  line["p99_us"] = rounded(row.times.p99, 1e3);
  line["min_us"] = rounded(row.times.min, 1e3);
  line["loop_us"] = rounded(row.loop_us, 1e3);
  line["busbw_gbs"] = rounded(row.busbw_gbs, 1e4);
  line["valid"] = row.valid;
  line["link"] = to_string(options.link);
  line["memory"] = options.any_memory ? "any" : "allocated";
  line["type"] = to_string(options.type);
  line["algorithm"] = to_string(options.how);
  line["touch"] = options.touch;
  line["check"] = options.check;
  line["cores"] = around.cores;
  line["isa"] = around.isa;
  line["troupe_version"] = around.troupe_version;
  line["compiler"] = around.compiler;
  line["flags"] = around.flags;
  return line.dump();
}

std::string to_json_ended(const std::string& op, std::size_t bytes, const char* what,
                          const bench_options& options) {
  auto line = first_fields(op, bytes, options);
  line[what] = true;
  line["limit_s"] = options.timeout_s;
  return line.dump();
}

std::string table_header(const bench_options& options, const bench_surroundings& around) {
  std::ostringstream text;
  text << "# troupe " << around.troupe_version << ", " << around.compiler << " (" << around.flags
       << "), CAF " << around.caf_version << ", kernels " << around.isa << ", " << around.cores
       << " cores\n"
       << "# " << options.ranks << " ranks over " << to_string(options.link) << ", "
       << (options.any_memory ? "any" : "allocated") << " memory, " << to_string(options.type)
       << ", algorithm " << to_string(options.how)
       << (options.touch ? ", buffers touched before each call" : ", buffers not touched")
       << (options.check ? ", each iteration checked" : "") << "\n"
       << "# times in us, of the slowest rank; loop: the whole loop's, barriers included; busbw in "
          "GB/s\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-15s %12s %7s %12s %12s %12s %12s %10s  %s\n", "op", "bytes",
                "iters", "p50", "p99", "min", "loop", "busbw", "valid");
  return text.str() + line;
}

std::string to_text(const bench_row& row) {
  char line[200];
  std::snprintf(line, sizeof line, "%-15s %12zu %7zu %12.3f %12.3f %12.3f %12.3f %10.4f  %s\n",
                row.op.c_str(), row.bytes, row.iterations, row.times.p50, row.times.p99,
                row.times.min, row.loop_us, row.busbw_gbs, row.valid ? "yes" : "WRONG");
  return line;
}

std::string crowding_note(rank_id ranks, unsigned cores) {
  if (static_cast<unsigned>(ranks) <= cores) return {};
  return std::to_string(ranks) + " ranks share " + std::to_string(cores) +
         (cores == 1 ? " core" : " cores") +
         ": judge by loop_us, since a rank that starts late may find its data already there";
}

}  // namespace troupe::detail
