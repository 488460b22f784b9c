#include "engine/puzzles/random_sketch.h"

#include <array>
#include <optional>

#include "engine/rules/groups.h"

namespace rensa::puzzles {

namespace {

using rules::Board;
using rules::Cell;

Cell any_colour(rules::Rng& rng, int colours) {
  return rules::kColours[rng.below(static_cast<std::uint32_t>(colours))];
}

bool is_allowed(const rules::Field& field, int x, int y, Cell colour, Beside beside) {
  const Board same = field.planes().holding(colour);
  if (beside == Beside::differ && same.has(x - 1, y)) return false;
  const Board here = Board::cell(x, y);
  return rules::group_around(here, same | here).count() < 4;
}

// Any of the colours that are allowed there, nullopt if none is.
std::optional<Cell> colour_for(rules::Rng& rng, const rules::Field& field, int x, int y,
                               const RandomSettings& settings) {
  std::array<Cell, rules::kMaxColours> allowed{};
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings.colours); ++i) {
    if (is_allowed(field, x, y, rules::kColours[i], settings.beside)) allowed[count++] = rules::kColours[i];
  }
  if (count == 0) return std::nullopt;
  return allowed[rng.below(count)];
}

std::optional<rules::Field> random_field(rules::Rng& rng, const RandomSettings& settings) {
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const auto height = static_cast<int>(rng.below(static_cast<std::uint32_t>(settings.rows) + 1));
    for (int y = 1; y <= height; ++y) {
      const auto colour = colour_for(rng, field, x, y, settings);
      if (!colour) return std::nullopt;
      field.put(x, y, *colour);
    }
  }
  return field;
}

}  // namespace

Sketch random_sketch(rules::Rng& rng, const RandomSettings& settings) {
  Sketch sketch;
  for (;;) {
    if (const auto field = random_field(rng, settings)) {
      sketch.field = *field;
      break;
    }
  }
  for (int i = 0; i < settings.hands; ++i) {
    const Cell axis = any_colour(rng, settings.colours);
    sketch.pairs.push_back({axis, any_colour(rng, settings.colours)});
  }
  return sketch;
}

}  // namespace rensa::puzzles
