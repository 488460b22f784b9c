#include "engine/evaluation/evaluation_kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

RENSA_BEGIN_INSTRUCTION_SET("avx,avx2,bmi,bmi2,popcnt")

namespace rensa::evaluation {

namespace {

// A board in one register.
struct Cells {
  __m128i bits;

  Cells() = default;
  Cells(__m128i set) : bits(set) {}
  explicit Cells(const rules::Board& board) : bits(_mm_load_si128(reinterpret_cast<const __m128i*>(&board))) {}

  friend Cells operator|(Cells a, Cells b) { return _mm_or_si128(a.bits, b.bits); }
  friend Cells operator&(Cells a, Cells b) { return _mm_and_si128(a.bits, b.bits); }
  friend Cells operator^(Cells a, Cells b) { return _mm_xor_si128(a.bits, b.bits); }
  Cells without(Cells other) const { return _mm_andnot_si128(other.bits, bits); }
  Cells up() const { return _mm_slli_epi16(bits, 1); }
  Cells down() const { return _mm_srli_epi16(bits, 1); }
  Cells left() const { return _mm_bsrli_si128(bits, 2); }
  Cells right() const { return _mm_bslli_si128(bits, 2); }
  bool empty() const { return _mm_testz_si128(bits, bits) != 0; }
  int count() const {
    const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(bits));
    const auto high = static_cast<std::uint64_t>(_mm_extract_epi64(bits, 1));
    return static_cast<int>(_mm_popcnt_u64(low) + _mm_popcnt_u64(high));
  }
};

inline std::uint8_t columns_with(Cells cells) {
  const __m128i empty = _mm_cmpeq_epi16(cells.bits, _mm_setzero_si128());
  return static_cast<std::uint8_t>(~_mm_movemask_epi8(_mm_packs_epi16(empty, empty)) & 0xFF);
}

#include "engine/evaluation/completion_counter.inl"
#include "engine/evaluation/field_values.inl"

}  // namespace

EvaluationKernel avx2_evaluation() { return {"avx2", evaluate}; }

}  // namespace rensa::evaluation

RENSA_END_INSTRUCTION_SET

#endif
