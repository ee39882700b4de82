#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace train {

/// What one epoch came to, over all ranks.
struct epoch_result {
  int epoch = 0;
  double loss = 0;                 ///< mean over the samples
  double accuracy = 0;             ///< on the test data, 0 … 1
  double images_per_second = 0;    ///< of all ranks together
  double communication_share = 0;  ///< of the time, spent waiting for gradients
};

/// A bar that grows, on terminals only.
class progress_bar {
 public:
  progress_bar(bool shown, int epoch, std::size_t steps);
  void advance();
  ~progress_bar();
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

 private:
  bool shown_;
  int epoch_;
  std::size_t steps_, done_ = 0, drawn_ = 0;
};

void print(const epoch_result& r);

/// Loss and accuracy by epoch, as a drawing. Throws std::runtime_error.
void draw(const std::string& path, const std::vector<epoch_result>& results);

}  // namespace train
