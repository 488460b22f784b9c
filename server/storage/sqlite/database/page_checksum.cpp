#include "server/storage/sqlite/database/page_checksum.h"

#include <array>
#include <bit>
#include <cstring>

namespace rensa::storage {

namespace {

constexpr std::size_t kWords = (kPageBytes - kChecksumBytes) / sizeof(std::uint64_t);
constexpr std::size_t kLanes = 4;  // the processor multiplies for all of them at once

std::uint64_t word_at(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// A different word gives a different result, and so does a different state.
constexpr std::uint64_t mix(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * 0x9E37'79B9'7F4A'7C15ULL;
  return state ^ state >> 32;
}

}  // namespace

std::uint64_t page_checksum(std::uint64_t number, Page page) {
  std::array<std::uint64_t, kLanes> lanes{1, 2, 3, 4};
  std::size_t word = 0;
  for (; word + kLanes <= kWords; word += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = mix(lanes[lane], word_at(page.data() + (word + lane) * sizeof(std::uint64_t)));
    }
  }
  for (std::size_t lane = 0; word < kWords; ++word, ++lane) {
    lanes[lane] = mix(lanes[lane], word_at(page.data() + word * sizeof(std::uint64_t)));
  }
  std::uint64_t checksum = number;
  for (const std::uint64_t lane : lanes) checksum = mix(checksum, lane);
  return checksum;
}

bool has_page_checksum(std::uint64_t number, Page page) {
  return word_at(page.data() + kPageBytes - kChecksumBytes) == page_checksum(number, page);
}

void set_page_checksum(std::uint64_t number, std::span<std::uint8_t, kPageBytes> page) {
  std::uint64_t checksum = page_checksum(number, page);
  if constexpr (std::endian::native == std::endian::big) checksum = __builtin_bswap64(checksum);
  std::memcpy(page.data() + kPageBytes - kChecksumBytes, &checksum, sizeof checksum);
}

}  // namespace rensa::storage
