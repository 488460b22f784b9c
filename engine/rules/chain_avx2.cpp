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

// The same on two sets at once, one in each lane of 128 bits.
using Lanes = __m256i;
constexpr unsigned kLanes = 2;

inline Lanes both(Lanes a, Lanes b) { return _mm256_and_si256(a, b); }
inline Lanes either(Lanes a, Lanes b) { return _mm256_or_si256(a, b); }
inline Lanes without(Lanes a, Lanes b) { return _mm256_andnot_si256(b, a); }
inline Lanes differing(Lanes a, Lanes b) { return _mm256_xor_si256(a, b); }
inline Lanes any_of(Lanes a, Lanes b, Lanes c) { return either(either(a, b), c); }
inline Lanes all_of(Lanes a, Lanes b, Lanes c) { return both(both(a, b), c); }
inline Lanes one_or_three(Lanes a, Lanes b, Lanes c) { return differing(differing(a, b), c); }
inline Lanes at_least_two_of(Lanes a, Lanes b, Lanes c) { return either(both(a, b), both(c, either(a, b))); }
inline Lanes or_both(Lanes a, Lanes b, Lanes c) { return either(a, both(b, c)); }
inline Lanes and_either(Lanes a, Lanes b, Lanes c) { return both(a, either(b, c)); }
inline Lanes where_same(Lanes a, Lanes b, Lanes c) { return without(a, differing(b, c)); }
inline Lanes without_both(Lanes a, Lanes b, Lanes c) { return without(a, either(b, c)); }
inline Lanes select(Lanes mask, Lanes yes, Lanes no) { return either(both(mask, yes), without(no, mask)); }

inline Lanes up(Lanes cells) { return _mm256_slli_epi16(cells, 1); }
inline Lanes down(Lanes cells) { return _mm256_srli_epi16(cells, 1); }
inline Lanes left(Lanes cells) { return _mm256_bsrli_epi128(cells, 2); }
inline Lanes right(Lanes cells) { return _mm256_bslli_epi128(cells, 2); }
inline Lanes sum(Lanes a, Lanes b) { return _mm256_add_epi16(a, b); }
inline Lanes difference(Lanes a, Lanes b) { return _mm256_sub_epi16(a, b); }
inline Lanes lowest_rows() { return _mm256_set1_epi16(1); }
inline Lanes in_all_lanes(Set cells) { return _mm256_broadcastsi128_si256(cells); }
inline Lanes with_lane(Lanes cells, unsigned lane, Set value) {
  return lane == 0 ? _mm256_inserti128_si256(cells, value, 0) : _mm256_inserti128_si256(cells, value, 1);
}
inline void store(Lanes cells, Set* sets) { _mm256_store_si256(reinterpret_cast<Lanes*>(sets), cells); }
inline bool is_empty(Lanes cells) { return _mm256_testz_si256(cells, cells) != 0; }
// Returns the lanes that have a cell, as bits.
inline unsigned lanes_with(Lanes cells) {
  const Lanes empty_halves = _mm256_cmpeq_epi64(cells, _mm256_setzero_si256());
  const auto halves = ~static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(empty_halves)));
  return _pext_u32(halves | halves >> 1, 0x5);
}

struct LaneFall {
  Lanes factor;
};

inline LaneFall fall_over(Lanes cells) {
  const Fall low = fall_over(_mm256_castsi256_si128(cells));
  const Fall high = fall_over(_mm256_extracti128_si256(cells, 1));
  return {_mm256_set_m128i(high.factor, low.factor)};
}
inline Lanes fallen_by(Lanes cells, const LaneFall& fall) { return _mm256_mulhi_epu16(cells, fall.factor); }

#include "engine/rules/chain_kernel.inl"
#include "engine/rules/chain_lanes.inl"

}  // namespace

ChainKernel avx2_kernel() { return {"avx2", simulate, place_and_simulate, expand}; }
TriggerKernel avx2_triggers() { return {"avx2", fire}; }

}  // namespace rensa::rules

RENSA_END_INSTRUCTION_SET

#endif
