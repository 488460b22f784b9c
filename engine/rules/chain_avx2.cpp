#include "engine/rules/chain_kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

RENSA_BEGIN_INSTRUCTION_SET("avx,avx2,bmi,bmi2,popcnt")

namespace rensa::rules {

namespace {

using Set = __m128i;

inline Set both(Set a, Set b) { return _mm_and_si128(a, b); }
inline Set either(Set a, Set b) { return _mm_or_si128(a, b); }
inline Set without(Set a, Set b) { return _mm_andnot_si128(b, a); }
inline Set differing(Set a, Set b) { return _mm_xor_si128(a, b); }
inline Set any_of(Set a, Set b, Set c) { return either(either(a, b), c); }
inline Set all_of(Set a, Set b, Set c) { return both(both(a, b), c); }
inline Set one_or_three(Set a, Set b, Set c) { return differing(differing(a, b), c); }
inline Set at_least_two_of(Set a, Set b, Set c) { return either(both(a, b), both(c, either(a, b))); }
inline Set or_both(Set a, Set b, Set c) { return either(a, both(b, c)); }
inline Set and_either(Set a, Set b, Set c) { return both(a, either(b, c)); }
inline Set where_same(Set a, Set b, Set c) { return without(a, differing(b, c)); }
inline Set without_both(Set a, Set b, Set c) { return without(a, either(b, c)); }
inline Set select(Set mask, Set yes, Set no) { return either(both(mask, yes), without(no, mask)); }

// The rows by which each column comes down. AVX2 has no shift by lanes of 16 bits, but the high half of a product with
// 2^(16 - rows) is one. Columns that stay have no such factor; their result is never used.
struct Fall {
  Set rows;
  Set factor;
};

// Returns the fall of each column by the number of its cells in the set.
inline Fall fall_over(Set cells) {
  const Set counts = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const Set nibble = _mm_set1_epi8(15);
  const Set by_byte = _mm_add_epi8(_mm_shuffle_epi8(counts, both(cells, nibble)),
                                   _mm_shuffle_epi8(counts, both(_mm_srli_epi16(cells, 4), nibble)));
  const Set rows = _mm_srli_epi16(_mm_add_epi8(by_byte, _mm_slli_epi16(by_byte, 8)), 8);
  const Set high_byte = _mm_setr_epi8(0, -128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0);
  const Set low_byte = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, -128, 64, 32, 16, 8, 4, 2);
  return {rows, either(_mm_slli_epi16(_mm_shuffle_epi8(high_byte, rows), 8), _mm_shuffle_epi8(low_byte, rows))};
}

inline Set fallen_by(Set cells, const Fall& fall) { return _mm_mulhi_epu16(cells, fall.factor); }

#include "engine/rules/chain_kernel.inl"

}  // namespace

ChainKernel avx2_kernel() { return {"avx2", simulate, place_and_simulate, expand}; }

}  // namespace rensa::rules

RENSA_END_INSTRUCTION_SET

#endif
