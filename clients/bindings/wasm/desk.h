#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rensa::wasm {

// Where a page puts down what it hands over, and finds what it gets: one piece of bytes at a time.

std::span<const std::uint8_t> desk();
std::string_view text_on_desk();
// Its length.
int put_on_desk(std::string_view text);

}  // namespace rensa::wasm
