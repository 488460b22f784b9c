#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/research/spider/game.h"

namespace rensa::spider {

// The algorithms that clear the table in Kikuchi's thesis (chapter 4). They move runs whole, fill columns that are
// empty, and deal once there is nothing left to move. What sets them apart is which column they move from.

// Whose run may be moved; one has it that can go onto a card of another column. Where the card that it lies on would
// do as well, another one gains nothing but if it is of the run's suit: else two such cards would be moved between for
// ever. With one suit, as in the thesis, no run lies on a card that would do.
using Columns = std::uint16_t;  // a bit each
Columns movable_columns(const Table& table);
// The leftmost column that its run can go onto; nullopt: none.
std::optional<Move> run_move(const Table& table, int column);

// One of the columns. It may look by moves that it undoes.
using ColumnChoice = std::function<int(Game& game, Columns movable)>;

int leftmost(Game& game, Columns movable);               // 4.2: the basic algorithm
int leftmost_on_hidden(Game& game, Columns movable);     // 4.3.1: a run that lies on a hidden card goes first
int leftmost_most_hidden(Game& game, Columns movable);   // 4.3.2: the column with most hidden cards goes first
int leftmost_most_movable(Game& game, Columns movable);  // 4.4: where most can be moved, as far as undoing lets it look

enum class Moving : std::uint8_t { one_run, whole_column };  // of the column that was chosen
// Which run: the leftmost, the one of the greatest lowest card, or the one after which the look shows most to move.
enum class Filling : std::uint8_t { leftmost, greatest, by_look };
enum class FillingTime : std::uint8_t { at_once, when_stuck };

struct Habits {
  Moving moving = Moving::one_run;
  Filling filling = Filling::leftmost;
  FillingTime time = FillingTime::when_stuck;
};

inline constexpr Habits kSimpleHabits{};
inline constexpr Habits kHighLevelHabits{Moving::whole_column, Filling::greatest, FillingTime::at_once};  // 4.4.4
// The reading of that which comes nearest to the published rates: columns are filled when nothing else can be moved.
inline constexpr Habits kLookingHabits{Moving::whole_column, Filling::by_look, FillingTime::when_stuck};

// Plays until the game is won or nothing is left to do, which is certain to come.
void clear(Game& game, const ColumnChoice& choice, const Habits& habits);

}  // namespace rensa::spider
