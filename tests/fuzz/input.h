#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <source_location>

// Every fuzzer of this folder defines this function. libFuzzer calls it with mutated inputs, replay_main.cpp with the
// corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace rensa::fuzz {

// The oracle: a finding is an input for which something that must hold does not. It says which, for the trace of a run
// without symbols does not.
inline void require(bool holds, std::source_location place = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "ERROR: does not hold: %s:%u\n", place.file_name(), static_cast<unsigned>(place.line()));
  __builtin_trap();
}

}  // namespace rensa::fuzz
