#include "engine/rules/chain_kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

RENSA_BEGIN_INSTRUCTION_SET("avx,avx2,avx512f,avx512bw,avx512vl,avx512bitalg,bmi,bmi2,popcnt")

namespace rensa::rules {

namespace {

// A set of cells in one register. The instruction vpternlog combines three sets at once by one of these truth tables.
using Set = __m128i;

constexpr int kOr3 = 0xFE;          // a | b | c
constexpr int kXor3 = 0x96;         // a ^ b ^ c
constexpr int kMajority = 0xE8;     // two of three
constexpr int kOrAnd = 0xF8;        // a | (b & c)
constexpr int kAndOr = 0xE0;        // a & (b | c)
constexpr int kAnd3 = 0x80;         // a & b & c
constexpr int kAndSame = 0x90;      // a & ~(b ^ c)
constexpr int kSelect = 0xCA;       // a ? b : c
constexpr int kWithoutBoth = 0x10;  // a & ~b & ~c

inline Set both(Set a, Set b) { return _mm_and_si128(a, b); }
inline Set either(Set a, Set b) { return _mm_or_si128(a, b); }
inline Set without(Set a, Set b) { return _mm_andnot_si128(b, a); }
inline Set differing(Set a, Set b) { return _mm_xor_si128(a, b); }
inline Set any_of(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kOr3); }
inline Set all_of(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kAnd3); }
inline Set one_or_three(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kXor3); }
inline Set at_least_two_of(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kMajority); }
inline Set or_both(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kOrAnd); }
inline Set and_either(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kAndOr); }
inline Set where_same(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kAndSame); }
inline Set without_both(Set a, Set b, Set c) { return _mm_ternarylogic_epi64(a, b, c, kWithoutBoth); }
inline Set select(Set mask, Set yes, Set no) { return _mm_ternarylogic_epi64(mask, yes, no, kSelect); }

// The number of rows by which each column comes down.
struct Fall {
  Set rows;
};

// Returns the fall of each column by the number of its cells in the set.
inline Fall fall_over(Set cells) { return {_mm_popcnt_epi16(cells)}; }
inline Set fallen_by(Set cells, const Fall& fall) { return _mm_srlv_epi16(cells, fall.rows); }

// The same on four sets at once, one in each lane of 128 bits.
using Lanes = __m512i;
constexpr unsigned kLanes = 4;

inline Lanes both(Lanes a, Lanes b) { return _mm512_and_si512(a, b); }
inline Lanes either(Lanes a, Lanes b) { return _mm512_or_si512(a, b); }
inline Lanes without(Lanes a, Lanes b) { return _mm512_andnot_si512(b, a); }
inline Lanes any_of(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kOr3); }
inline Lanes all_of(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kAnd3); }
inline Lanes one_or_three(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kXor3); }
inline Lanes at_least_two_of(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kMajority); }
inline Lanes or_both(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kOrAnd); }
inline Lanes and_either(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kAndOr); }
inline Lanes where_same(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kAndSame); }
inline Lanes without_both(Lanes a, Lanes b, Lanes c) { return _mm512_ternarylogic_epi64(a, b, c, kWithoutBoth); }
inline Lanes select(Lanes mask, Lanes yes, Lanes no) { return _mm512_ternarylogic_epi64(mask, yes, no, kSelect); }

inline Lanes up(Lanes cells) { return _mm512_slli_epi16(cells, 1); }
inline Lanes down(Lanes cells) { return _mm512_srli_epi16(cells, 1); }
inline Lanes left(Lanes cells) { return _mm512_bsrli_epi128(cells, 2); }
inline Lanes right(Lanes cells) { return _mm512_bslli_epi128(cells, 2); }
inline Lanes sum(Lanes a, Lanes b) { return _mm512_add_epi16(a, b); }
inline Lanes difference(Lanes a, Lanes b) { return _mm512_sub_epi16(a, b); }
inline Lanes lowest_rows() { return _mm512_set1_epi16(1); }
inline Lanes in_all_lanes(Set cells) { return _mm512_broadcast_i32x4(cells); }
inline Lanes with_lane(Lanes cells, unsigned lane, Set value) {
  return _mm512_mask_broadcast_i32x4(cells, static_cast<__mmask16>(0xFU << (4 * lane)), value);
}
inline void store(Lanes cells, Set* sets) { _mm512_store_si512(sets, cells); }
inline bool is_empty(Lanes cells) { return _mm512_test_epi64_mask(cells, cells) == 0; }
// Returns the lanes that have a cell, as bits.
inline unsigned lanes_with(Lanes cells) {
  const unsigned halves = _mm512_test_epi64_mask(cells, cells);
  return _pext_u32(halves | halves >> 1, 0x55);
}

struct LaneFall {
  Lanes rows;
};

inline LaneFall fall_over(Lanes cells) { return {_mm512_popcnt_epi16(cells)}; }
inline Lanes fallen_by(Lanes cells, const LaneFall& fall) { return _mm512_srlv_epi16(cells, fall.rows); }

#include "engine/rules/chain_kernel.inl"
#include "engine/rules/chain_lanes.inl"

}  // namespace

ChainKernel avx512_kernel() { return {"avx512", simulate, place_and_simulate, expand}; }
TriggerKernel avx512_triggers() { return {"avx512", fire}; }

}  // namespace rensa::rules

RENSA_END_INSTRUCTION_SET

#endif
