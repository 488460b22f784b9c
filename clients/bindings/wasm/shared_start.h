#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::wasm {

// What a URL that people share gives to play on: its field, and the pairs that it places or shows, to be had again.
struct SharedStart {
  rules::Field field;
  std::vector<rules::Pair> pairs;
};

// Why there is none: it is no such URL, or its field holds what the rules do not have.
enum class StartFlaw { unreadable, strange_cells };

// Garbage that falls between the moves is left out.
std::variant<SharedStart, StartFlaw> start_of_url(std::string_view url);

}  // namespace rensa::wasm
