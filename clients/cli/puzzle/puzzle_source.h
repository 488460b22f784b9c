#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/puzzles/puzzle.h"

namespace rensa::cli {

// Puzzles as people hand them over.

struct NamedPuzzle {
  std::string name;  // as it was written
  puzzles::Puzzle puzzle;
};

// `source` is a URL of either format, the part of an ips URL after "?", or a file of these: one a line, of which empty
// ones and comments after '#' do not count. `goal`, if there is one, replaces that of the URLs. Throws
// std::runtime_error, naming the file, the line and the error.
std::vector<NamedPuzzle> puzzles_of(const std::string& source, const std::optional<notation::Goal>& goal);

}  // namespace rensa::cli
