#include "data_set.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace train {

namespace {

constexpr auto advice =
    "; install the package dataset-fashion-mnist, or name the folder with --data DIR";

/// One gzipped file in the IDX format: big-endian sizes, then bytes.
class idx_file {
 public:
  explicit idx_file(std::string path)
      : path_{std::move(path)}, file_{::gzopen(path_.c_str(), "rb"), &::gzclose} {
    if (!file_) fail(std::string{"cannot be opened ("} + std::strerror(errno) + ")");
  }

  std::uint32_t number() {
    unsigned char raw[4];
    read(raw, sizeof raw, "a header");
    return std::uint32_t{raw[0]} << 24 | std::uint32_t{raw[1]} << 16 | std::uint32_t{raw[2]} << 8 |
           raw[3];
  }
  void expect(std::uint32_t wanted, const char* what) {
    const auto found = number();
    if (found != wanted)
      fail(std::string{what} + " is " + std::to_string(found) + ", wanted " +
           std::to_string(wanted));
  }
  std::vector<std::uint8_t> bytes(std::size_t count) {
    std::vector<std::uint8_t> data(count);
    read(data.data(), count, std::to_string(count) + " bytes of data");
    unsigned char more = 0;
    if (::gzread(file_.get(), &more, 1) != 0) fail("goes on after its data");
    return data;
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error{path_ + ' ' + why + advice};
  }

 private:
  void read(void* to, std::size_t count, const std::string& what) {
    const auto found = ::gzread(file_.get(), to, static_cast<unsigned>(count));
    if (found == static_cast<int>(count)) return;
    int code = Z_OK;
    const std::string reason = ::gzerror(file_.get(), &code);
    fail("ends within " + what + (code < 0 ? " (" + reason + ')' : std::string{}));
  }

  std::string path_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

}  // namespace

data_set read_data_set(const std::string& folder, const std::string& part) {
  data_set set;
  idx_file images{folder + '/' + part + "-images-idx3-ubyte.gz"};
  images.expect(0x803, "the magic number");
  const auto count = images.number();
  if (count == 0 || count > 1'000'000) images.fail("has " + std::to_string(count) + " images");
  images.expect(28, "the height of the images");
  images.expect(28, "the width of the images");
  set.images = images.bytes(std::size_t{count} * data_set::pixels);

  idx_file labels{folder + '/' + part + "-labels-idx1-ubyte.gz"};
  labels.expect(0x801, "the magic number");
  labels.expect(count, "the number of labels");
  set.labels = labels.bytes(count);
  const auto highest = *std::max_element(set.labels.begin(), set.labels.end());
  if (highest > 9) labels.fail("has the label " + std::to_string(highest) + ", wanted 0 to 9");
  return set;
}

}  // namespace train
