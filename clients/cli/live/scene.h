#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "clients/cli/live/canvas.h"
#include "engine/duel/view.h"

namespace rensa::cli {

// The picture of a match at one moment, as plain data.
struct Scene {
  struct Side {
    std::string name;
    std::int64_t wins = 0;
    duel::SideView view;                       // complete: the picture also shows the hidden row
    std::array<std::string, 3> chain_lines{};  // about its last chain
  };
  std::array<Side, 2> sides;
  std::string title;       // ruleset, number of the game, seed
  std::string time;        // of the game
  std::string score_line;  // of the match
  std::string result;      // of the game; empty while it goes on
};

inline constexpr int kSceneColumns = 80;
inline constexpr int kSceneRows = 24;

struct TerminalFeatures {
  ColourDepth depth = ColourDepth::no_colours;
  bool utf8 = false;
};

// Draws a picture of kSceneColumns by kSceneRows characters; `column` and `row` are its upper left corner.
void draw_scene(Canvas& canvas, int column, int row, const Scene& scene, const TerminalFeatures& features);

// Returns waiting garbage as symbols of the game, the largest first, at most six.
std::string garbage_symbols(int count, bool utf8);

}  // namespace rensa::cli
