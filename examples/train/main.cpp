// Data-parallel training: every rank holds the whole model and its part of each batch; gradients
// are added up over the ranks while the backward pass still runs.

#include <troupe/troupe.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>

#include "buckets.hpp"
#include "checkpoint.hpp"
#include "data_set.hpp"
#include "options.hpp"
#include "perceptron.hpp"
#include "report.hpp"
#include "shard.hpp"

namespace train {

namespace {

using seconds = std::chrono::duration<double>;

/// One rank's training.
class trainer {
 public:
  trainer(troupe::communicator world, const options& o)
      : world_{world},
        options_{o},
        ranks_{static_cast<std::size_t>(world.size())},
        rank_{static_cast<std::size_t>(world.rank())},
        training_{read_data_set(o.data, "train")},
        test_{read_data_set(o.data, "t10k")},
        model_{o.layers()},
        weights_{world.allocate<float>(model_.size())},
        velocity_(model_.size()),
        gradients_{world, model_.size(), o.bucket_elements(), how()},
        shard_{training_, o.global_batch, ranks_, rank_, o.seed} {
    if (shard_.steps() == 0)
      throw std::runtime_error{
          fmt::format("--global-batch {} is more than the {} samples there are", o.global_batch,
                      training_.size())};
  }

  void run() {
    begin();
    for (; epoch_ < options_.epochs; ++epoch_) {
      results_.push_back(one_epoch());
      if (rank_ != 0) continue;
      print(results_.back());
      if (!options_.checkpoint.empty()) save();
    }
    finish();
  }

 private:
  troupe::collective_options how() const {
    if (options_.rank_order) return {.order = troupe::order::rank};
    return {};
  }

  /// Rank 0 makes the first weights or reads the last ones; everybody gets them from it.
  void begin() {
    checkpoint last;
    if (rank_ == 0) {
      if (options_.resume && read_checkpoint(options_.checkpoint, model_.size(), last)) {
        std::copy(last.weights.begin(), last.weights.end(), weights_.begin());
        velocity_ = last.velocity;
      } else {
        model_.initialise(weights_.span(), options_.seed);
      }
    }
    auto weights = world_.broadcast(weights_, 0);
    auto velocity = world_.broadcast(velocity_, 0);
    world_.broadcast(std::span{&last.epochs, 1}, 0).get();
    weights.get();
    velocity.get();
    epoch_ = last.epochs;
  }

  epoch_result one_epoch() {
    shard_.shuffle(epoch_);
    progress_bar bar{rank_ == 0, epoch_ + 1, shard_.steps()};
    double loss = 0;
    seconds waited{};
    const auto began = std::chrono::steady_clock::now();
    for (std::size_t step = 0; step < shard_.steps(); ++step) {
      loss += one_step(step, waited);
      bar.advance();
    }
    const seconds took = std::chrono::steady_clock::now() - began;
    elapsed_ += took;
    waited_ += waited;
    images_ += shard_.steps() * options_.global_batch;

    std::array sums{loss, waited / took};
    world_.all_reduce(sums, troupe::avg, how()).get();
    return {.epoch = epoch_ + 1,
            .loss = sums[0] / static_cast<double>(shard_.steps()),
            .accuracy = test_accuracy(),
            .images_per_second =
                static_cast<double>(shard_.steps() * options_.global_batch) / took.count(),
            .communication_share = sums[1]};
  }

  double one_step(std::size_t step, seconds& waited) {
    shard_.take(step, batch_);
    const auto loss = model_.forward(weights_.span(), batch_);
    model_.backward(weights_.span(), batch_, 1.0F / static_cast<float>(options_.global_batch),
                    gradients_.gradients(), options_.bucket_elements(),
                    [this](std::size_t done) { gradients_.ready(done); });
    gradients_.wait(waited);
    const auto gradients = gradients_.gradients();
    for (std::size_t i = 0; i < velocity_.size(); ++i) {
      velocity_[i] = options_.momentum * velocity_[i] + gradients[i];
      weights_[i] -= options_.learning_rate * velocity_[i];
    }
    return loss;
  }

  double test_accuracy() {
    const auto mine = part::of(test_.size(), ranks_, rank_);
    std::vector<std::uint32_t> indices(mine.end - mine.begin);
    std::iota(indices.begin(), indices.end(), static_cast<std::uint32_t>(mine.begin));
    std::int64_t correct = 0;
    for (std::size_t i = 0; i < indices.size(); i += 500) {
      gather(test_, std::span{indices}.subspan(i, std::min<std::size_t>(500, indices.size() - i)),
             batch_);
      model_.forward(weights_.span(), batch_);
      correct += static_cast<std::int64_t>(model_.correct(batch_));
    }
    world_.all_reduce(std::span{&correct, 1}, troupe::sum).get();
    return static_cast<double>(correct) / static_cast<double>(test_.size());
  }

  void save() const {
    write_checkpoint(options_.checkpoint, {.epochs = epoch_ + 1,
                                           .weights = {weights_.begin(), weights_.end()},
                                           .velocity = velocity_});
  }

  void finish() {
    const auto bytes = std::as_bytes(weights_.span());
    const auto digest = sha256(bytes);
    check_equal_weights(digest);
    if (rank_ != 0) return;
    if (!options_.weights_out.empty()) write_file(options_.weights_out, bytes);
    if (!options_.plot.empty()) draw(options_.plot, results_);
    const auto last = results_.empty() ? epoch_result{} : results_.back();
    const auto rate = elapsed_.count() > 0 ? static_cast<double>(images_) / elapsed_.count() : 0;
    if (!options_.json) {
      fmt::print("weights {}, the same on all {} ranks\n", digest.substr(0, 16), ranks_);
      return;
    }
    const nlohmann::json line{
        {"accuracy", last.accuracy},
        {"images_per_second", rate},
        {"communication_share", elapsed_.count() > 0 ? waited_ / elapsed_ : 0},
        {"weights_sha256", digest},
        {"epochs", epoch_},
        {"ranks", ranks_},
        {"model", options_.model},
        {"gradient_bytes", model_.size() * sizeof(float)},
        {"buckets", gradients_.count()}};
    fmt::print("{}\n", line.dump());
  }

  /// What data-parallel training stands on: every rank has the same weights, bit for bit.
  void check_equal_weights(const std::string& digest) {
    std::string all(digest.size() * ranks_, ' ');
    world_.all_gather(digest, all).get();
    for (std::size_t other = 0; other < ranks_; ++other)
      if (all.compare(other * digest.size(), digest.size(), digest) != 0)
        throw std::runtime_error{
            fmt::format("the weights of ranks {} and {} differ", rank_, other)};
  }

  troupe::communicator world_;
  const options& options_;
  std::size_t ranks_, rank_;
  data_set training_, test_;
  perceptron model_;
  troupe::tensor<float> weights_;
  std::vector<float> velocity_;
  buckets gradients_;
  shard shard_;
  batch batch_;
  int epoch_ = 0;
  std::vector<epoch_result> results_;
  seconds elapsed_{}, waited_{};
  std::size_t images_ = 0;
};

}  // namespace
}  // namespace train

int main(int argc, char** argv) {
  train::options options;
  int status = 0;
  if (!train::parse(argc, argv, options, status)) return status;
  return troupe::run(argc, argv, [&options](troupe::communicator world) {
    train::trainer{world, options}.run();
  });
}
