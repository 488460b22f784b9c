#pragma once

#include <span>
#include <string>

#include "engine/puzzles/generator.h"

namespace rensa::cli {

// Returns a page of HTML to print, with pictures of the problems and, on further pages, the solutions hand by hand. It
// needs no other files, and shows colours as letters, too.
std::string sheet_of(std::span<const puzzles::GeneratedPuzzle> problems, const std::string& title);

}  // namespace rensa::cli
