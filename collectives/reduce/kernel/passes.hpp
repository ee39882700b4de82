#pragma once

#include <troupe/collectives/reduce/kernel/table_type.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

// The destination may be one of the sources, at the same index: no iteration needs another's
// result, which the compiler can't see for itself.
#if defined(__clang__)
#define TROUPE_INDEPENDENT_ITERATIONS _Pragma("clang loop vectorize(assume_safety)")
#else
#define TROUPE_INDEPENDENT_ITERATIONS _Pragma("GCC ivdep")
#endif

namespace troupe::detail {
namespace {

// A kernel names the type in memory (`storage`) and the type it computes in (`accumulator`), and
// has widen, combine and narrow. One with a `pack` also does all three for pack_width elements.
template <class Kernel>
concept packed = requires {
  typename Kernel::pack;
};

// One loop over up to a few sources. It starts from the partial fold or from the first source, and
// ends in the partial fold or, narrowed, in the destination. Plain stores: on one core of an EPYC
// (Zen 5) streaming stores made a += b 5 times slower at 256 KiB and no faster at 64 MiB; only
// d = a + b at 64 MiB gained (14 to 19 GB/s), and then whoever reads the result misses the cache.
template <class Kernel, bool FromPartial, bool ToPartial>
struct pass {
  using storage = typename Kernel::storage;
  using accumulator = typename Kernel::accumulator;

  template <std::size_t... I>
  static void over(std::index_sequence<I...>, const Kernel& shared_kernel, storage* destination,
                   accumulator* partial, const std::byte* const* sources, std::size_t begin,
                   std::size_t count) {
    const Kernel kernel = shared_kernel;
    const storage* const source[]{reinterpret_cast<const storage*>(sources[I]) + begin...};
    std::size_t done = 0;
    if constexpr (packed<Kernel>) {
      using pack = typename Kernel::pack;
      for (; done + Kernel::pack_width <= count; done += Kernel::pack_width) {
        pack value = FromPartial ? Kernel::load(partial + done) : Kernel::widen(source[0] + done);
        ((value = FromPartial || I > 0 ? kernel.combine(value, Kernel::widen(source[I] + done))
                                       : value),
         ...);
        if constexpr (ToPartial)
          Kernel::save(partial + done, value);
        else
          kernel.narrow(destination + done, value);
      }
    }
    TROUPE_INDEPENDENT_ITERATIONS
    for (std::size_t i = done; i < count; ++i) {
      accumulator value = FromPartial ? partial[i] : kernel.widen(source[0][i]);
      ((value = FromPartial || I > 0 ? kernel.combine(value, kernel.widen(source[I][i])) : value),
       ...);
      if constexpr (ToPartial)
        partial[i] = value;
      else
        destination[i] = kernel.narrow(value);
    }
  }
};

template <class Kernel>
void fold_blocks(const Kernel& kernel, typename Kernel::storage* destination,
                 const std::byte* const* sources, std::size_t source_count, std::size_t count) {
  using accumulator = typename Kernel::accumulator;
  // Small enough to stay in the first-level cache beside the sources that stream past it.
  constexpr std::size_t block = 8192 / sizeof(accumulator);
  constexpr std::make_index_sequence<1> one{};
  constexpr std::make_index_sequence<2> two{};
  alignas(64) accumulator partial[block];
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t length = count - begin < block ? count - begin : block;
    typename Kernel::storage* const target = destination + begin;
    pass<Kernel, false, true>::over(two, kernel, target, partial, sources, begin, length);
    std::size_t next = 2;
    for (; source_count - next > 2; next += 2)
      pass<Kernel, true, true>::over(two, kernel, target, partial, sources + next, begin, length);
    if (source_count - next == 2)
      pass<Kernel, true, false>::over(two, kernel, target, partial, sources + next, begin, length);
    else
      pass<Kernel, true, false>::over(one, kernel, target, partial, sources + next, begin, length);
  }
}

template <class Kernel>
void fold_with(const Kernel& kernel, std::byte* bytes, const std::byte* const* sources,
               std::size_t source_count, std::size_t count) {
  using whole = pass<Kernel, false, false>;
  const auto to = reinterpret_cast<typename Kernel::storage*>(bytes);
  switch (source_count) {
    case 1:
      return whole::over(std::make_index_sequence<1>{}, kernel, to, nullptr, sources, 0, count);
    case 2:
      return whole::over(std::make_index_sequence<2>{}, kernel, to, nullptr, sources, 0, count);
    case 3:
      return whole::over(std::make_index_sequence<3>{}, kernel, to, nullptr, sources, 0, count);
    case 4:
      return whole::over(std::make_index_sequence<4>{}, kernel, to, nullptr, sources, 0, count);
    default:
      return fold_blocks(kernel, to, sources, source_count, count);
  }
}

template <class Kernel>
void fold_by(std::byte* destination, const std::byte* const* sources, std::size_t source_count,
             std::size_t count, std::uint64_t) {
  fold_with(Kernel{}, destination, sources, source_count, count);
}

}  // namespace
}  // namespace troupe::detail
