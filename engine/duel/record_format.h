#pragma once

#include <array>
#include <cstdint>

namespace rensa::duel {

// What the writer and the reader of a record's binary form share. In order:
//
//   magic; version, a varint
//   ruleset: its fields in the order of its digest, numbers as varints, the id as a text; the digest, 64 bits
//   seed, 64 bits; 0, or 1 and 128 bytes of an explicit queue (cell codes, axis in the high half)
//   both names as texts
//   winner (0 none, 1 seat one, 2 seat two), cause, last frame or turn (varint)
//   for each checkpoint: the number of inputs since the one before and its guard, these inputs, the state hash, 64 bits
//   checksum over all bytes before it, 64 bits
//
// An input: frames since the last checkpoint and its guard, seat and input and its guard, the tag in 16 bits; then, for
// a placement in a game of frames, how many runs of keys it was driven by and its guard, and two bytes a run: keys and
// frames. No runs: it was refused. A guard is the byte before it with all bits turned over: what would lead reading
// astray is found where it stands.

inline constexpr std::array<std::uint8_t, 4> kMagic = {'R', 'N', 'S', 'A'};
inline constexpr unsigned kGuard = 0xFF;
inline constexpr unsigned kSeatTwo = 0x80;
inline constexpr std::size_t kMaxIdBytes = 64;

}  // namespace rensa::duel
