#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/research/spider/game.h"

namespace rensa::spider {

// The algorithms of Kikuchi's thesis (chapter 4) that clear the table. They move whole runs, fill empty columns, and
// deal when no run can be moved. They differ in the column that they move from.

// A set of columns, one bit for each.
using ColumnSet = std::uint16_t;
// Returns the columns with a run that can be moved onto a card of another column. If the run already lies on a fitting
// card, the other card must be of the run's suit; otherwise the run would move to and fro for ever. With one suit, as
// in the thesis, no run lies on a fitting card.
ColumnSet movable_columns(const Table& table);
// Returns the move of the column's run to the leftmost possible column; nullopt if there is none.
std::optional<Move> run_move(const Table& table, int column);

// Chooses one of the movable columns. It may try moves if it undoes them.
using ColumnChoice = std::function<int(Game& game, ColumnSet movable)>;

int choose_leftmost(Game& game, ColumnSet movable);  // 4.2: the basic algorithm
// Each prefers some columns; of equal ones it returns the leftmost.
int prefer_on_hidden(Game& game, ColumnSet movable);     // 4.3.1: prefers a run that lies on a hidden card
int prefer_most_hidden(Game& game, ColumnSet movable);   // 4.3.2: prefers the column with most hidden cards
int prefer_most_movable(Game& game, ColumnSet movable);  // 4.4: prefers the column with most movable cards

// The part of the chosen column that is moved.
enum class MoveExtent : std::uint8_t { one_run, whole_column };
// The rule for the run that fills an empty column: the leftmost run, the run with the greatest lowest card, or the run
// after which most cards can be moved.
enum class FillingChoice : std::uint8_t { leftmost, greatest, by_lookahead };
enum class FillingTime : std::uint8_t { at_once, when_stuck };

struct ClearingRules {
  MoveExtent moving = MoveExtent::one_run;
  FillingChoice filling = FillingChoice::leftmost;
  FillingTime time = FillingTime::when_stuck;
};

inline constexpr ClearingRules kSimpleRules{};
inline constexpr ClearingRules kHighLevelRules{MoveExtent::whole_column, FillingChoice::greatest,
                                               FillingTime::at_once};  // 4.4.4
// The rules of 4.4.4 of the thesis, understood so that the results come nearest to the published rates: columns are
// filled when no run can be moved.
inline constexpr ClearingRules kLookaheadRules{MoveExtent::whole_column, FillingChoice::by_lookahead,
                                               FillingTime::when_stuck};

// Plays until the game is won or no move or deal is possible. This always ends.
void clear_table(Game& game, const ColumnChoice& choice, const ClearingRules& rules);

}  // namespace rensa::spider
