#include "clients/cli/live/scene.h"

#include "engine/notation/text.h"
#include "engine/rules/link.h"

namespace rensa::cli {

namespace {

// The rows and columns of the parts of the picture, counted from its upper left corner. The right side mirrors the left
// one.
constexpr int kNamesRow = 2;
constexpr int kGarbageRow = 3;
constexpr int kHiddenCellsRow = 4;
constexpr int kFloorRow = kHiddenCellsRow + rules::kHiddenRow;
constexpr int kScoreRow = kFloorRow + 1;
constexpr int kHandRow = kFloorRow + 2;
constexpr int kNextRow = 6;
constexpr int kChainRow = 11;
constexpr int kResultRow = 15;
constexpr int kScoreLineRow = 21;
constexpr int kHelpRow = 23;
constexpr int kCellColumns = 2;
constexpr int kFieldColumns = rules::kColumns * kCellColumns;
constexpr std::array kFieldColumn = {8, 80 - 8 - kFieldColumns};  // of the cells, inside the walls
constexpr std::array kNextColumn = {24, 54};
constexpr std::array kChainColumn = {24, 40};
constexpr int kChainColumns = 16;

constexpr Style kPlain{};
constexpr Style kStrong{.foreground = {}, .background = {}, .bold = true};
constexpr Style kFaint{.foreground = rgb(0x80868F), .background = {}, .bold = false};
constexpr Style kChainStyle{.foreground = rgb(0xF2B134), .background = {}, .bold = true};
constexpr Colour kWell = rgb(0x14171E);
constexpr Colour kAboveWell = rgb(0x262B36);
constexpr Colour kFlash = rgb(0xFFFFFF);
constexpr Colour kEyes = rgb(0x101010);

constexpr Colour colour_of(rules::Cell cell) {
  switch (cell) {
    case rules::Cell::empty:
      return kWell;
    case rules::Cell::garbage:
      return rgb(0x8A909A);
    case rules::Cell::purple:
      return rgb(0xA45BD6);
    case rules::Cell::red:
      return rgb(0xE0454F);
    case rules::Cell::blue:
      return rgb(0x3F7FE8);
    case rules::Cell::yellow:
      return rgb(0xE8C33C);
    case rules::Cell::green:
      return rgb(0x44B35A);
  }
  return kWell;
}

class ScenePainter {
 public:
  ScenePainter(Canvas& canvas, int column, int row, const TerminalFeatures& features)
      : canvas_(canvas), column_(column), row_(row), features_(features) {}

  void paint(const Scene& scene) {
    put(2, 0, "rensa", kStrong);
    put(9, 0, scene.title, kPlain);
    put(kSceneColumns - 2 - display_width(scene.time), 0, scene.time, kStrong);
    for (std::size_t i = 0; i < 2; ++i) paint_side(scene.sides[i], i);
    put_centred(0, kSceneColumns, kResultRow, scene.result, kStrong);
    put_centred(0, kSceneColumns, kScoreLineRow, scene.score_line, kPlain);
    put_centred(0, kSceneColumns, kHelpRow, "q or Ctrl-C ends the match", kFaint);
  }

 private:
  void put(int column, int row, std::string_view text, const Style& style) {
    canvas_.put(column_ + column, row_ + row, text, style);
  }
  void put_centred(int column, int columns, int row, std::string_view text, const Style& style) {
    canvas_.put_centred(column_ + column, columns, row_ + row, text, style);
  }

  void paint_side(const Scene::Side& side, std::size_t i) {
    const int left = kFieldColumn[i];
    const duel::SideView& view = side.view;
    put_centred(left - 4, kFieldColumns + 8, kNamesRow, side.name + "  " + std::to_string(side.wins), kStrong);
    if (const int waiting = view.waiting.total(); waiting > 0) {
      std::string text = garbage_symbols(waiting, features_.utf8);
      put_centred(left - 4, kFieldColumns + 8, kGarbageRow, text.append(" ").append(std::to_string(waiting)), kPlain);
    }
    paint_walls(left);
    paint_field(view, left);
    paint_next(view, i);
    put_centred(left, kFieldColumns, kScoreRow, std::to_string(view.score), kStrong);
    std::string hand = "hand ";
    put_centred(left, kFieldColumns, kHandRow, hand.append(std::to_string(view.hand)), kFaint);
    for (std::size_t line = 0; line < side.chain_lines.size(); ++line) {
      const int row = kChainRow + static_cast<int>(line);
      put_centred(kChainColumn[i], kChainColumns, row, side.chain_lines[line], line == 0 ? kChainStyle : kPlain);
    }
  }

  void paint_walls(int left) {
    const std::string_view wall = features_.utf8 ? "│" : "|";
    for (int row = kHiddenCellsRow + 1; row < kFloorRow; ++row) {
      put(left - 1, row, wall, kFaint);
      put(left + kFieldColumns, row, wall, kFaint);
    }
    std::string floor = features_.utf8 ? "└" : "+";
    for (int i = 0; i < kFieldColumns; ++i) floor += features_.utf8 ? "─" : "-";
    put(left - 1, kFloorRow, floor += features_.utf8 ? "┘" : "+", kFaint);
  }

  void paint_field(const duel::SideView& view, int left) {
    rules::Board erased;
    if (view.phase == duel::Phase::vanishing) {
      rules::Field after = view.field;
      rules::erase_groups(after);
      erased = view.field.occupied().without(after.occupied());
    }
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      for (int x = 1; x <= rules::kColumns; ++x) paint_cell(left, x, y, view.field.at(x, y), erased.has(x, y));
    }
    if (view.phase != duel::Phase::preparation && view.phase != duel::Phase::control) return;
    const movement::FallingPair falling = view.falling.value_or(movement::FallingPair{});
    paint_cell(left, falling.x, falling.y, view.pairs[0].axis, false);
    paint_cell(left, falling.child_x(), falling.child_y(), view.pairs[0].child, false);
  }

  void paint_cell(int left, int x, int y, rules::Cell cell, bool flashes) {
    if (y > rules::kHiddenRow) return;
    paint_puyo(left + (x - 1) * kCellColumns, kHiddenCellsRow + rules::kHiddenRow - y, cell, flashes,
               y == rules::kHiddenRow ? kAboveWell : kWell);
  }

  void paint_puyo(int column, int row, rules::Cell cell, bool flashes, Colour behind) {
    if (cell == rules::Cell::empty)
      return put(column, row, "  ", {.foreground = {}, .background = behind, .bold = false});
    if (features_.depth == ColourDepth::no_colours) {
      const std::array<char, 2> text = {notation::picture_of(cell), flashes ? '*' : ' '};
      return put(column, row, {text.data(), text.size()}, flashes ? kStrong : kPlain);
    }
    const bool garbage = cell == rules::Cell::garbage;
    const std::string_view face = garbage ? "  " : features_.utf8 ? "••" : "oo";
    put(column, row, flashes ? "**" : face,
        {.foreground = flashes ? kFlash : kEyes, .background = colour_of(cell), .bold = flashes});
  }

  // Two pairs stand one above the other, and two more beside them, towards the middle.
  void paint_next(const duel::SideView& view, std::size_t i) {
    for (int shown = 1; shown < view.pairs_shown; ++shown) {
      const rules::Pair pair = view.pairs[static_cast<std::size_t>(shown)];
      const int beside = (shown - 1) / 2 * (i == 0 ? 3 : -3);
      const int row = kNextRow + (shown - 1) % 2 * 3 - 1;
      paint_puyo(kNextColumn[i] + beside, row, pair.child, false, {});
      paint_puyo(kNextColumn[i] + beside, row + 1, pair.axis, false, {});
    }
  }

  Canvas& canvas_;
  int column_;
  int row_;
  TerminalFeatures features_;
};

}  // namespace

void draw_scene(Canvas& canvas, int column, int row, const Scene& scene, const TerminalFeatures& features) {
  ScenePainter(canvas, column, row, features).paint(scene);
}

std::string garbage_symbols(int count, bool utf8) {
  struct GarbageSymbol {
    int worth;
    std::string_view text;
    std::string_view letter;
  };
  constexpr std::array<GarbageSymbol, 6> kSymbols = {
      {{720, "♛", "K"}, {360, "☾", "M"}, {180, "★", "*"}, {30, "◆", "#"}, {6, "●", "O"}, {1, "•", "o"}}};
  constexpr int kMost = 6;
  std::string out;
  int drawn = 0;
  for (const GarbageSymbol& symbol : kSymbols) {
    for (; count >= symbol.worth && drawn < kMost; ++drawn) {
      out += utf8 ? symbol.text : symbol.letter;
      count -= symbol.worth;
    }
  }
  return out;
}

}  // namespace rensa::cli
