#pragma once

#include <troupe/actors/error.hpp>

#include <type_traits>
#include <utility>
#include <variant>

namespace troupe {

/// A value or the reason why there is none. A small stand-in for C++23's std::expected.
template <class T, class E = error>
class [[nodiscard]] expected {
 public:
  using value_type = T;
  using error_type = E;

  expected() requires std::is_default_constructible_v<T> : content_{std::in_place_index<0>} {}
  expected(T value) : content_{std::in_place_index<0>, std::move(value)} {}
  expected(E reason) : content_{std::in_place_index<1>, std::move(reason)} {}

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& operator*() & { return std::get<0>(content_); }
  const T& operator*() const& { return std::get<0>(content_); }
  T&& operator*() && { return std::get<0>(std::move(content_)); }
  T* operator->() { return &std::get<0>(content_); }
  const T* operator->() const { return &std::get<0>(content_); }

  E& error() & { return std::get<1>(content_); }
  const E& error() const& { return std::get<1>(content_); }
  E&& error() && { return std::get<1>(std::move(content_)); }

  /// The value; throws `exception` with the error if there is none.
  T& value() & {
    if (!has_value()) throw exception{error()};
    return **this;
  }
  T value() && {
    if (!has_value()) throw exception{error()};
    return std::get<0>(std::move(content_));
  }

  T value_or(T fallback) const& { return has_value() ? **this : std::move(fallback); }

 private:
  std::variant<T, E> content_;
};

template <class E>
class [[nodiscard]] expected<void, E> {
 public:
  using value_type = void;
  using error_type = E;

  expected() = default;
  expected(E reason) : error_{std::move(reason)}, failed_{true} {}

  bool has_value() const { return !failed_; }
  explicit operator bool() const { return !failed_; }
  void operator*() const {}
  const E& error() const { return error_; }
  void value() const {
    if (failed_) throw exception{error_};
  }

 private:
  E error_{};
  bool failed_ = false;
};

}  // namespace troupe
