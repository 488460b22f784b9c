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

#include "engine/rules/chain_kernel.inl"

}  // namespace

ChainKernel avx512_kernel() { return {"avx512", simulate, place_and_simulate, expand}; }

}  // namespace rensa::rules

RENSA_END_INSTRUCTION_SET

#endif
