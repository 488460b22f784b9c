#pragma once

#include <cstdint>
#include <span>

namespace rensa::rules {

// A running 64-bit hash over integers, equal on every machine, for state hashes, digests and checksums. It finds
// accidents, but does not protect against forgery.
class Hash {
 public:
  constexpr explicit Hash(std::uint64_t start = 0x9E37'79B9'7F4A'7C15ULL) : value_(start) {}

  constexpr Hash& add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0xFF51'AFD7'ED55'8CCDULL;
    value_ ^= value_ >> 32;
    return *this;
  }
  constexpr Hash& add_bytes(std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) add(byte);
    return add(bytes.size());
  }
  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

}  // namespace rensa::rules
