#pragma once

#include <span>
#include <string>

#include "engine/puzzles/generator.h"

namespace rensa::cli {

// Problems to be printed: a page of HTML with pictures, and the solutions hand by hand on pages of their own. It needs
// nothing else, and shows colours as letters too.
std::string sheet_of(std::span<const puzzles::GeneratedPuzzle> problems, const std::string& title);

}  // namespace rensa::cli
