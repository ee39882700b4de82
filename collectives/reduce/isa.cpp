#include <troupe/collectives/reduce/isa.hpp>

#if defined(TROUPE_FOLD_X86)
#include <cpuid.h>
#endif

#include <array>

namespace troupe::detail {
namespace {

struct runnable_isas {
  std::array<fold_isa, 3> isas{};
  std::size_t count = 0;

  void add(std::string_view name, const fold_table& table) { isas[count++] = {name, &table}; }
};

#if defined(TROUPE_FOLD_X86)
// clang 14 doesn't know this name in __builtin_cpu_supports. The bit alone is enough here, because
// the system saves the AVX registers when it lets avx2 be seen.
bool has_f16c() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}
#endif

runnable_isas find_runnable() {
  runnable_isas found;
#if defined(TROUPE_FOLD_X86)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && has_f16c();
  if (avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0)
    found.add("avx512", fold_avx512);
  if (avx2) found.add("avx2", fold_avx2);
#endif
  found.add("baseline", fold_baseline);
  return found;
}

}  // namespace

std::span<const fold_isa> fold_isas() {
  static const runnable_isas runnable = find_runnable();
  return {runnable.isas.data(), runnable.count};
}

}  // namespace troupe::detail
