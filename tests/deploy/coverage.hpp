#pragma once

#include <troupe/collectives/communicator.hpp>

#include <cstring>
#include <string>
#include <vector>

#include "tests/collectives/reduce_reference.hpp"
#include "tests/deploy/coverage_cells.hpp"

// Checks one communicator, on whatever links, against a sequential fold. Nothing here depends on
// the test framework, so that ranks in threads and in other processes can call it.
namespace coverage {

enum class selection { pairwise, everything };

struct report {
  std::size_t cells = 0;
  std::vector<std::string> wrong;  ///< what was wrong where, the first few

  void add(const std::string& text) {
    if (wrong.size() < 10) wrong.push_back(text);
  }
};

/// Elements between two margins that nobody may touch.
template <class T>
class guarded {
 public:
  explicit guarded(std::size_t count) : all_(count + 2 * margin) {
    std::memset(static_cast<void*>(all_.data()), 0xa5, all_.size() * sizeof(T));
  }
  std::span<T> span() { return std::span{all_}.subspan(margin, all_.size() - 2 * margin); }
  bool margins_intact() const {
    return untouched(0, margin) && untouched(all_.size() - margin, margin);
  }
  bool intact() const { return untouched(0, all_.size()); }

 private:
  static constexpr std::size_t margin = 16;
  bool untouched(std::size_t from, std::size_t count) const {
    const auto* bytes = reinterpret_cast<const unsigned char*>(all_.data() + from);
    return std::all_of(bytes, bytes + count * sizeof(T), [](auto b) { return b == 0xa5; });
  }
  std::vector<T> all_;
};

/// Rank's inputs repeat with a prime period, so that the reference is cheap and shifts are seen.
inline constexpr std::size_t period = 1009;

/// Values that combine exactly in any order: whole numbers and powers of two where floats are
/// added or multiplied, anything at all elsewhere.
template <class T>
T draw_input(const cell& c, std::mt19937_64& random) {
  if constexpr (std::is_same_v<T, std::byte> || std::is_same_v<T, char>) {
    return static_cast<T>(random() % 256);
  } else if constexpr (std::is_integral_v<T>) {
    return reference::draw<T>(random);
  } else {
    if (!reduces(c.kind) || c.op == reduction::min || c.op == reduction::max)
      return reference::draw<T>(random);
    const auto bits = random();
    const float whole = static_cast<float>(bits % 9) - 4.0f;
    const float power = std::ldexp(bits % 2 == 0 ? 1.0f : -1.0f, static_cast<int>(bits >> 8) % 2);
    return static_cast<T>(c.op == reduction::prod ? power : whole);
  }
}

/// One period of a rank's input, or as much as there is.
template <class T>
std::vector<T> series_of(const cell& c, troupe::rank_id rank, std::size_t count) {
  std::mt19937_64 random{static_cast<std::uint64_t>(rank) + 1};
  std::vector<T> once(std::min(count, period));
  for (auto& each : once) each = draw_input<T>(c, random);
  return once;
}

template <class T>
std::vector<T> repeated(const std::vector<T>& once, std::size_t count) {
  std::vector<T> values(once.empty() ? 0 : count);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = once[i % once.size()];
  return values;
}

template <class T>
std::vector<T> inputs_of(const cell& c, troupe::rank_id rank, std::size_t count) {
  return repeated(series_of<T>(c, rank, count), count);
}

template <class T>
std::vector<T> folded(const cell& c, troupe::rank_id ranks, std::size_t count) {
  if constexpr (std::is_same_v<T, std::byte> || std::is_same_v<T, char>) {
    return {};
  } else {
    std::vector<std::vector<T>> series;
    for (troupe::rank_id r = 0; r < ranks; ++r) series.push_back(series_of<T>(c, r, count));
    std::vector<T> once(series[0].size());
    for (std::size_t i = 0; i < once.size(); ++i) {
      std::vector<T> contributions;
      for (const auto& each : series) contributions.push_back(each[i]);
      once[i] = reference::fold(c.op, contributions, static_cast<std::uint64_t>(ranks));
    }
    return repeated(once, count);
  }
}

template <class T>
bool equal(std::span<const T> found, std::span<const T> wanted) {
  if (found.size() != wanted.size()) return false;
  if (found.empty() || std::memcmp(found.data(), wanted.data(), found.size_bytes()) == 0)
    return true;
  for (std::size_t i = 0; i < found.size(); ++i)
    if constexpr (std::is_same_v<T, std::byte>) {
      if (found[i] != wanted[i]) return false;
    } else {
      if (!reference::same(found[i], wanted[i])) return false;
    }
  return true;
}

template <class T>
class cell_check {
 public:
  cell_check(const troupe::communicator& group, const cell& what)
      : group_{group}, cell_{what}, rank_{group.rank()}, size_{group.size()} {
    options_.algorithm = what.how;
    root_ = what.root == rooted::at_first ? 0 : size_ - 1;
  }

  /// What is wrong, or nothing.
  std::string run() {
    switch (cell_.kind) {
      case primitive::barrier:
        return told(group_.barrier(options_));
      case primitive::broadcast:
        return broadcast();
      case primitive::reduce:
        return reduce();
      case primitive::all_reduce:
        return all_reduce();
      case primitive::all_gather:
        return all_gather();
      case primitive::reduce_scatter:
        return reduce_scatter();
    }
    return "no such primitive";
  }

 private:
  std::size_t members() const { return static_cast<std::size_t>(size_); }
  std::size_t own() const { return static_cast<std::size_t>(rank_); }

  std::string told(troupe::future<troupe::outcome> pending) {
    const auto result = pending.result();
    if (!result) return troupe::to_string(result.error());
    return result->contributors == size_ ? "" : "another number of contributors";
  }

  /// After success: the output is right and nothing around it changed.
  std::string compare(std::string failure, std::span<const T> found, const std::vector<T>& wanted,
                      bool margins) {
    if (!failure.empty()) return failure;
    if (!margins) return "wrote beyond the output";
    return equal<T>(found, wanted) ? "" : "another result than the reference";
  }

  static void fill(std::span<T> to, const std::vector<T>& from) {
    std::copy(from.begin(), from.end(), to.begin());
  }

  std::string broadcast() {
    guarded<T> memory{cell_.count};
    const auto wanted = inputs_of<T>(cell_, root_, cell_.count);
    if (rank_ == root_) fill(memory.span(), wanted);
    auto failure = told(group_.broadcast(memory.span(), root_, options_));
    return compare(std::move(failure), memory.span(), wanted, memory.margins_intact());
  }

  std::string all_reduce() {
    const auto in = inputs_of<T>(cell_, rank_, cell_.count);
    auto kept = in;
    guarded<T> out{cell_.count};
    if (cell_.in_place) fill(out.span(), in);
    auto failure = told(cell_.in_place ? group_.all_reduce(out.span(), cell_.op, options_)
                                       : group_.all_reduce(kept, out.span(), cell_.op, options_));
    if (failure.empty() && !equal<T>(kept, in)) return "changed its input";
    return compare(std::move(failure), out.span(), folded<T>(cell_, size_, cell_.count),
                   out.margins_intact());
  }

  std::string reduce() {
    const auto in = inputs_of<T>(cell_, rank_, cell_.count);
    auto kept = in;
    guarded<T> out{cell_.count};
    const bool in_out = cell_.in_place && rank_ == root_;
    if (in_out) fill(out.span(), in);
    auto failure = told(in_out ? group_.reduce(out.span(), cell_.op, root_, options_)
                               : group_.reduce(kept, out.span(), cell_.op, root_, options_));
    if (failure.empty() && !equal<T>(kept, in)) return "changed its input";
    if (rank_ != root_)
      return failure.empty() && !out.intact() ? "wrote where no root is" : failure;
    return compare(std::move(failure), out.span(), folded<T>(cell_, size_, cell_.count),
                   out.margins_intact());
  }

  std::string all_gather() {
    const auto in = inputs_of<T>(cell_, rank_, cell_.count);
    auto kept = in;
    guarded<T> out{cell_.count * members()};
    const auto block = out.span().subspan(own() * cell_.count, cell_.count);
    if (cell_.in_place) fill(block, in);
    auto failure = told(cell_.in_place ? group_.all_gather(block, out.span(), options_)
                                       : group_.all_gather(kept, out.span(), options_));
    if (failure.empty() && !equal<T>(kept, in)) return "changed its input";
    std::vector<T> wanted;
    for (troupe::rank_id r = 0; r < size_; ++r) {
      const auto theirs = inputs_of<T>(cell_, r, cell_.count);
      wanted.insert(wanted.end(), theirs.begin(), theirs.end());
    }
    return compare(std::move(failure), out.span(), wanted, out.margins_intact());
  }

  std::string reduce_scatter() {
    const auto total = cell_.count * members();
    const auto in = inputs_of<T>(cell_, rank_, total);
    guarded<T> source{total};
    fill(source.span(), in);
    guarded<T> apart{cell_.count};
    const auto out =
        cell_.in_place ? source.span().subspan(own() * cell_.count, cell_.count) : apart.span();
    auto failure = told(group_.reduce_scatter(source.span(), out, cell_.op, options_));
    if (failure.empty() && !cell_.in_place && !equal<T>(source.span(), in))
      return "changed its input";
    const auto all = folded<T>(cell_, size_, total);
    const auto mine = std::span{all}.subspan(std::min(own() * cell_.count, all.size()));
    const std::vector<T> wanted(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                 cell_.count, mine.size())));
    return compare(std::move(failure), out, wanted,
                   source.margins_intact() && apart.margins_intact());
  }

  const troupe::communicator& group_;
  const cell& cell_;
  troupe::rank_id rank_, size_, root_ = 0;
  troupe::collective_options options_{};
};

inline std::string check_cell(const troupe::communicator& group, const cell& c) {
  using types = std::tuple<std::byte, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                           std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t,
                           troupe::float16, troupe::bfloat16, float, double, char>;
  static_assert(std::tuple_size_v<types> == type_count);
  std::string wrong = "no such type";
  auto try_type = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    if (c.type == I) wrong = cell_check<std::tuple_element_t<I, types>>{group, c}.run();
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (try_type(std::integral_constant<std::size_t, I>{}), ...);
  }
  (std::make_index_sequence<type_count>{});
  return wrong;
}

/// Called by every rank of the group with the same selection.
inline report check_coverage(const troupe::communicator& group, selection which) {
  report found;
  for (const auto& each : which == selection::pairwise ? pairwise_cells() : all_cells()) {
    const auto wrong = check_cell(group, each);
    ++found.cells;
    if (wrong.empty()) continue;
    found.add("rank " + std::to_string(group.rank()) + " of " + std::to_string(group.size()) +
              ", " + to_string(each) + ": " + wrong);
    if (wrong.find("peer_failed") != wrong.npos) break;
  }
  return found;
}

}  // namespace coverage
