#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace rensa::tests {

// The seed of a test whose subject is chance: another one in each run, unless RENSA_SEED is set. The test prints it
// with each failure, so that the run can be repeated.
inline std::uint32_t random_seed() {
  const char* const value = std::getenv("RENSA_SEED");
  return value == nullptr ? std::random_device{}() : static_cast<std::uint32_t>(std::stoul(value));
}

}  // namespace rensa::tests
