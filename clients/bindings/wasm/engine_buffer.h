#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// Marks a function that a page calls by this name. Arguments and results are numbers. Anything larger lies in the memory
// of the engine: bytes in the engine buffer, sides of a game as integers (page_values.h).
#if defined(__wasm__)
#define RENSA_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define RENSA_EXPORT(name) extern "C"
#endif

namespace rensa::wasm {

// Where a page puts down what it hands over, and finds what it gets: one piece of bytes at a time.

std::span<const std::uint8_t> desk();
std::string_view text_on_desk();
// Its length.
int put_on_desk(std::string_view text);

}  // namespace rensa::wasm
