#pragma once

#include <string_view>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/rules/parsed.h"

namespace rensa::wasm {

// What a URL that people share gives to play on: its field, and the pairs that it places or shows, to be had again.
struct SharedStart {
  rules::Field field;
  std::vector<rules::Pair> pairs;
};

// Garbage that falls between the moves is left out.
rules::Parsed<SharedStart> start_of_url(std::string_view url);

}  // namespace rensa::wasm
