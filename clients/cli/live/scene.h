#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "clients/cli/live/canvas.h"
#include "engine/duel/view.h"

namespace rensa::cli {

// What is to be seen of a match at one moment, as plain data, and its picture.
struct Scene {
  struct Side {
    std::string name;
    std::int64_t wins = 0;
    duel::SideView view;                // whole: who watches sees the hidden row too
    std::array<std::string, 3> news{};  // of its last chain
  };
  std::array<Side, 2> sides;
  std::string title;     // ruleset, number of the game, seed
  std::string time;      // of the game
  std::string standing;  // of the match
  std::string result;    // of the game; empty while it goes on
};

inline constexpr int kSceneColumns = 80;
inline constexpr int kSceneRows = 24;

struct Look {
  Depth depth = Depth::letters;
  bool utf8 = false;
};

// Takes kSceneColumns by kSceneRows from that corner on.
void draw_scene(Canvas& canvas, int column, int row, const Scene& scene, const Look& look);

// Waiting garbage in the symbols of the game, the largest first, six at most.
std::string garbage_symbols(int count, bool utf8);

}  // namespace rensa::cli
