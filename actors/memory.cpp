#include <troupe/actors/memory.hpp>

#include <new>

namespace troupe {

namespace {

constexpr std::align_val_t alignment{64};

class host_source final : public memory_source {
 public:
  memory_kind kind() const override { return memory_kind::host; }
  buffer allocate(std::size_t bytes) override {
    auto* data = static_cast<std::byte*>(::operator new(bytes, alignment, std::nothrow));
    return data != nullptr ? buffer{*this, data, bytes} : buffer{};
  }

 private:
  void deallocate(std::byte* data, std::size_t) override { ::operator delete(data, alignment); }
};

}  // namespace

memory_source& host_memory() {
  static host_source source;  // stateless: safe to use during static destruction
  return source;
}

}  // namespace troupe
