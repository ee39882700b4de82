#pragma once

#include <troupe/actors/element.hpp>
#include <troupe/actors/memory.hpp>

#include <cstddef>
#include <span>

namespace troupe {

/// Owned elements of one type. Move-only. Made by `communicator::allocate`, in memory that peers on
/// the same machine can read without a copy where that is possible.
template <element T>
class tensor {
 public:
  using value_type = T;

  tensor() = default;
  tensor(buffer memory, std::size_t count) : memory_{std::move(memory)}, count_{count} {}

  T* data() { return reinterpret_cast<T*>(memory_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(memory_.data()); }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  memory_kind kind() const { return memory_.kind(); }

  std::span<T> span() { return {data(), count_}; }
  std::span<const T> span() const { return {data(), count_}; }
  T* begin() { return data(); }
  T* end() { return data() + count_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + count_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  buffer memory_;
  std::size_t count_ = 0;
};

}  // namespace troupe
