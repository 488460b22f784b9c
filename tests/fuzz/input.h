#pragma once

#include <cstddef>
#include <cstdint>

// What every fuzzer of this folder defines. libFuzzer calls it with mutated inputs, replay_main.cpp with the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace rensa::fuzz {

// The oracle: a finding is an input for which something that must hold does not.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace rensa::fuzz
