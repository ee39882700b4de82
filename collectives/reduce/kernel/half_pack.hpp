#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace troupe::detail {
namespace {

// 16-bit floats, a register of floats at a time. The compiler does not find the binary16
// conversions of the processor; its own bfloat16 loops are a quarter slower than these.
#if defined(__AVX512F__)

// Full masks become unmasked instructions; the unmasked intrinsics of g++ 12 start from a value
// that it then reports as uninitialised.
constexpr __mmask16 all_lanes = 0xffff;

struct float_pack {
  using pack = __m512;
  static constexpr std::size_t pack_width = 16;

  static pack load(const float* from) { return _mm512_loadu_ps(from); }
  static void save(float* to, pack value) { _mm512_storeu_ps(to, value); }
  static pack repeat(float value) { return _mm512_set1_ps(value); }
};

struct binary16_pack : float_pack {
  static pack widen(const std::uint16_t* from) {
    return _mm512_maskz_cvtph_ps(all_lanes,
                                 _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
  }
  static void narrow(std::uint16_t* to, pack value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm512_maskz_cvtps_ph(all_lanes, value, _MM_FROUND_TO_NEAREST_INT));
  }
};

// The AVX512_BF16 instructions would round subnormals to zero.
struct brain16_pack : float_pack {
  static pack widen(const std::uint16_t* from) {
    const __m512i bits = _mm512_maskz_cvtepu16_epi32(
        all_lanes, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
    return _mm512_castsi512_ps(_mm512_maskz_slli_epi32(all_lanes, bits, 16));
  }
  static void narrow(std::uint16_t* to, pack value) {
    const __m512i bits = _mm512_castps_si512(value);
    const __m512i high = _mm512_maskz_srli_epi32(all_lanes, bits, 16);
    const __m512i odd = _mm512_and_si512(high, _mm512_set1_epi32(1));
    const __m512i even = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
    const __m512i rounded = _mm512_maskz_srli_epi32(all_lanes, even, 16);
    const __mmask16 nan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
    const __m512i result = _mm512_mask_or_epi32(rounded, nan, high, _mm512_set1_epi32(0x40));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm512_maskz_cvtepi32_epi16(all_lanes, result));
  }
};

#elif defined(__AVX2__) && defined(__F16C__)

struct float_pack {
  using pack = __m256;
  static constexpr std::size_t pack_width = 8;

  static pack load(const float* from) { return _mm256_loadu_ps(from); }
  static void save(float* to, pack value) { _mm256_storeu_ps(to, value); }
  static pack repeat(float value) { return _mm256_set1_ps(value); }
};

struct binary16_pack : float_pack {
  static pack widen(const std::uint16_t* from) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
  static void narrow(std::uint16_t* to, pack value) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
  }
};

struct brain16_pack : float_pack {
  static pack widen(const std::uint16_t* from) {
    const __m256i bits =
        _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    return _mm256_castsi256_ps(_mm256_slli_epi32(bits, 16));
  }
  static void narrow(std::uint16_t* to, pack value) {
    const __m256i bits = _mm256_castps_si256(value);
    const __m256i high = _mm256_srli_epi32(bits, 16);
    const __m256i odd = _mm256_and_si256(high, _mm256_set1_epi32(1));
    const __m256i even = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)), odd);
    const __m256i rounded = _mm256_srli_epi32(even, 16);
    const __m256i quiet = _mm256_or_si256(high, _mm256_set1_epi32(0x40));
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(value, value, _CMP_UNORD_Q));
    const __m256i result = _mm256_blendv_epi8(rounded, quiet, nan);
    _mm_storeu_si128(
        reinterpret_cast<__m128i*>(to),
        _mm_packus_epi32(_mm256_castsi256_si128(result), _mm256_extracti128_si256(result, 1)));
  }
};

#else

struct no_pack {
  static void widen() = delete;
  static void narrow() = delete;
};
using binary16_pack = no_pack;
using brain16_pack = no_pack;

#endif

}  // namespace
}  // namespace troupe::detail
