#include "report.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "checkpoint.hpp"

namespace train {

progress_bar::progress_bar(bool shown, int epoch, std::size_t steps)
    : shown_{shown && ::isatty(STDERR_FILENO) == 1}, epoch_{epoch}, steps_{steps} {}

void progress_bar::advance() {
  constexpr std::size_t width = 40;
  const auto filled = ++done_ * width / steps_;
  if (!shown_ || filled == drawn_) return;
  drawn_ = filled;
  fmt::print(stderr, "\repoch {} [{:<40}]", epoch_, std::string(filled, '='));
  std::fflush(stderr);
}

progress_bar::~progress_bar() {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

void print(const epoch_result& r) {
  fmt::print(
      "epoch {}: loss {:.4f}, test accuracy {:.2f} %, {:.0f} images/s, {:.1f} % of the time in "
      "communication\n",
      r.epoch, r.loss, 100 * r.accuracy, r.images_per_second, 100 * r.communication_share);
  std::fflush(stdout);
}

void draw(const std::string& path, const std::vector<epoch_result>& results) {
  constexpr double width = 560, height = 300, left = 50, top = 30;
  double highest = 0;
  for (const auto& r : results) highest = std::max(highest, r.loss);
  const auto x = [&](std::size_t i) {
    return left + width * (results.size() < 2
                               ? 0.5
                               : static_cast<double>(i) / static_cast<double>(results.size() - 1));
  };
  const auto line = [&](auto value, const char* colour) {
    std::string points;
    for (std::size_t i = 0; i < results.size(); ++i)
      points += fmt::format("{:.1f},{:.1f} ", x(i), top + height * (1 - value(results[i])));
    return fmt::format(
        "<polyline points=\"{0}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"2\" "
        "marker-mid=\"url(#dot)\"/>\n",
        points, colour);
  };
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 680 400\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"680\" height=\"400\" "
      "fill=\"white\"/>\n";
  for (int i = 0; i <= 4; ++i) {
    const auto y = top + height * (1 - i / 4.0);
    svg += fmt::format("<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"#ddd\"/>\n",
                       left, y, left + width);
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.2f}</text>\n", left - 6,
                       y + 4, highest * i / 4);
    svg += fmt::format("<text x=\"{}\" y=\"{}\">{} %</text>\n", left + width + 6, y + 4, 25 * i);
  }
  for (std::size_t i = 0; i < results.size(); ++i)
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(i),
                       top + height + 18, results[i].epoch);
  svg += line([&](const epoch_result& r) { return highest > 0 ? r.loss / highest : 0; }, "#c33");
  svg += line([](const epoch_result& r) { return r.accuracy; }, "#36c");
  svg += fmt::format(
      "<text x=\"{}\" y=\"20\" fill=\"#c33\">loss</text>\n<text x=\"{}\" y=\"20\" fill=\"#36c\" "
      "text-anchor=\"end\">test accuracy</text>\n<text x=\"{}\" y=\"{}\" "
      "text-anchor=\"middle\">epoch</text>\n</svg>\n",
      left, left + width, left + width / 2, top + height + 40);
  write_file(path, std::as_bytes(std::span{svg}));
}

}  // namespace train
