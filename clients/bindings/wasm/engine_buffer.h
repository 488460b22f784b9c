#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// Marks a function that a page calls by this name. Arguments and results are numbers. Anything larger lies in the
// memory of the engine: bytes in the engine buffer, sides of a game as integers (page_values.h).
#if defined(__wasm__)
#define RENSA_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define RENSA_EXPORT(name) extern "C"
#endif

namespace rensa::wasm {

// The engine buffer holds one text or file at a time: an argument from the page, or a result for it.

std::span<const std::uint8_t> buffer_bytes();
std::string_view buffer_text();
// Replaces the contents and returns the number of bytes.
int write_buffer(std::string_view text);

}  // namespace rensa::wasm
