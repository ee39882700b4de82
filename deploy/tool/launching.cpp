#include "launching.hpp"

#include <troupe/deploy/environment/duration.hpp>
#include <troupe/deploy/explain/words.hpp>

#include <CLI/CLI.hpp>

#include <iostream>

#include "command_line.hpp"

namespace troupe::tool {

void add_launching(CLI::App& command, launching& options) {
  command
      .add_option("--grace", options.grace,
                  "How long processes may take to end by themselves before they are ended")
      ->type_name("TIME")
      ->default_str(options.grace);
  command
      .add_option("--output-dir", options.output_dir,
                  "Also write each process's output to files in this directory")
      ->type_name("DIR");
}

int start(const std::string& speaker, expected<job_plan> job, const launching& written,
          bool end_with_stdin) {
  if (!job) return complain(speaker, job.error());
  const auto grace = detail::parse_duration(written.grace);
  if (!grace)
    return complain(speaker, {errc::invalid_argument, "--grace is '" + written.grace +
                                                          "', wanted a duration such as 500ms, "
                                                          "10s or 2min"});
  return launch(*std::move(job),
                {.speaker = speaker,
                 .grace = std::chrono::duration_cast<std::chrono::milliseconds>(*grace),
                 .prefix = !written.no_prefix,
                 .output_dir = written.output_dir,
                 .end_with_stdin = end_with_stdin});
}

int complain(const std::string& speaker, const error& wrong) {
  std::cerr << speaker << ": " << detail::sentence(wrong) << "\n";
  return wrong_usage;
}

}  // namespace troupe::tool
