#include "options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace train {

std::vector<std::size_t> options::layers() const {
  // The large one's gradients are 18 MiB, so that what they cost on the way can be seen.
  if (model == "large") return {784, 2560, 1024, 10};
  return {784, 128, 10};
}

std::size_t options::bucket_elements() const {
  const std::size_t bytes = bucket_bytes != 0  ? bucket_bytes
                            : model == "large" ? std::size_t{2} << 20
                                               : 128 * 1024;
  return std::max<std::size_t>(bytes / sizeof(float), 1);
}

bool parse(int argc, char** argv, options& o, int& status) {
  CLI::App app{
      "Trains a perceptron on Fashion-MNIST, its data split over the ranks.\n"
      "  train --ranks 4                          four ranks as threads\n"
      "  troupe run --ranks 4 -- train --epochs 5 four ranks as processes"};
  app.add_option("--data", o.data, "folder with the four *-ubyte.gz files")->capture_default_str();
  app.add_option("--epochs", o.epochs, "passes over the training data")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  app.add_option("--global-batch", o.global_batch, "samples a step, of all ranks together")
      ->check(CLI::Range(1, 60'000))
      ->capture_default_str();
  app.add_option("--lr", o.learning_rate, "learning rate")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  app.add_option("--momentum", o.momentum, "of the steps")
      ->check(CLI::Range(0.0, 0.999))
      ->capture_default_str();
  app.add_option("--seed", o.seed, "of the first weights and the shuffles")->capture_default_str();
  std::string order = "any";
  app.add_option("--order", order,
                 "of adding gradients; by rank, the bits don't depend on the link")
      ->check(CLI::IsMember({"any", "rank"}))
      ->capture_default_str();
  app.add_option("--model", o.model, "small: 784-128-10; large: 784-2560-1024-10")
      ->check(CLI::IsMember({"small", "large"}))
      ->capture_default_str();
  app.add_option("--bucket-bytes", o.bucket_bytes, "gradients that travel together")
      ->check(CLI::Range(std::size_t{4}, std::size_t{1} << 30));
  app.add_option("--weights-out", o.weights_out, "file for the trained weights, raw floats");
  app.add_option("--checkpoint", o.checkpoint, "file that is written after each epoch");
  app.add_flag("--resume", o.resume, "go on from the checkpoint, if it is there");
  app.add_option("--plot", o.plot, "file for a drawing of loss and accuracy, SVG");
  app.add_flag("--json", o.json, "the last line is the result as JSON");
  int ranks = 1;
  app.add_option("--ranks", ranks, "threads, if no launcher started this program")
      ->check(CLI::Range(1, 4096));
  try {
    app.parse(argc, argv);
    if (o.resume && o.checkpoint.empty())
      throw CLI::ValidationError{"--resume", "wants --checkpoint FILE to go on from"};
  } catch (const CLI::ParseError& e) {
    status = app.exit(e) == 0 ? 0 : 2;
    return false;
  }
  o.rank_order = order == "rank";
  return true;
}

}  // namespace train
