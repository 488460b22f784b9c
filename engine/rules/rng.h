#pragma once

#include <cstdint>

namespace rensa::rules {

// PCG32 (XSH-RR 64/32): small, fast, the same on every machine. All randomness of a game comes from here.
class Rng {
 public:
  // Different streams of one seed are independent.
  explicit constexpr Rng(std::uint64_t seed, std::uint64_t stream = 0) : increment_(stream << 1 | 1) {
    next();
    state_ += seed;
    next();
  }

  constexpr std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + increment_;
    const auto mixed = static_cast<std::uint32_t>((old >> 18 ^ old) >> 27);
    const auto turn = static_cast<unsigned>(old >> 59);
    return mixed >> turn | mixed << (-turn & 31U);
  }

  constexpr std::uint64_t next_wide() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }

  // Returns a number from 0 to bound - 1, each with the same probability. Precondition: bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = std::uint64_t{next()} * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = -bound % bound;
      while (low < threshold) {
        product = std::uint64_t{next()} * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  constexpr std::uint64_t state() const { return state_; }
  friend constexpr bool operator==(const Rng&, const Rng&) = default;

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_;
};

}  // namespace rensa::rules
