#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace troupe::detail {

/// A queue that allocates nothing once it has grown to its usual length, and allows removal from
/// the middle.
template <class T>
class fifo {
 public:
  bool empty() const { return head_ == items_.size(); }
  std::size_t size() const { return items_.size() - head_; }
  T& operator[](std::size_t i) { return items_[head_ + i]; }
  const T& operator[](std::size_t i) const { return items_[head_ + i]; }
  T& front() { return items_[head_]; }

  void push_back(T item) {
    if (head_ != 0 && items_.size() == items_.capacity()) compact();
    items_.push_back(std::move(item));
  }
  void push_front(T item) {
    if (head_ != 0)
      items_[--head_] = std::move(item);
    else
      items_.insert(items_.begin(), std::move(item));
  }
  T pop_front() {
    T item = std::move(items_[head_]);
    if (++head_ == items_.size()) clear();
    return item;
  }
  T take(std::size_t i) {
    if (i == 0) return pop_front();
    const auto place = items_.begin() + static_cast<std::ptrdiff_t>(head_ + i);
    T item = std::move(*place);
    items_.erase(place);
    return item;
  }
  void clear() {
    items_.clear();
    head_ = 0;
  }

 private:
  void compact() {
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }

  std::vector<T> items_;
  std::size_t head_ = 0;
};

}  // namespace troupe::detail
