#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace rensa::spider {

// A card: its suit above four bits of rank, 1 (ace) to 13 (king). Two packs have eight cards of each rank.
using Card = std::uint8_t;

inline constexpr int kRanks = 13;
inline constexpr int kRuns = 8;  // from king to ace: all cards
inline constexpr int kCards = kRanks * kRuns;

inline constexpr Card kUnknown = 0;  // a card that the player has not seen

constexpr Card card_of(int suit, int rank) { return static_cast<Card>(suit << 4 | rank); }
constexpr int rank_of(Card card) { return card & 15; }

// Returns true if `upper` may lie on `lower`. If it also continues the run, both move together.
constexpr bool fits_on(Card upper, Card lower) { return rank_of(upper) + 1 == rank_of(lower); }
constexpr bool continues_run(Card upper, Card lower) { return upper + 1 == lower; }
static_assert(!continues_run(card_of(0, 13), card_of(1, 1)), "after a king comes no ace of the next suit");

// The cards on the table, as plain bytes that are fast to copy, because searches keep many tables. The knowledge of the
// player about face-down cards is in game.h.

inline constexpr int kColumns = 10;
inline constexpr int kHiddenAtStart = 44;
inline constexpr int kStockAtStart = 50;

// A move of `count` cards from the top of one column onto another one.
struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint8_t count = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

// The side effects of a move, which undo() needs.
struct MoveEffect {
  bool turned = false;   // a face-down card was turned up
  bool removed = false;  // a complete run was removed
};

class Table {
 public:
  Table() = default;
  // Takes all cards in the order in which they are dealt: 54 to the columns, column by column from the bottom up, then
  // the stock.
  explicit Table(const std::array<Card, kCards>& cards);

  // The cards of a column, from its bottom.
  std::span<const Card> column(int index) const {
    return {cards_.data() + begins_[slot(index)],
            static_cast<std::size_t>(begins_[slot(index + 1)] - begins_[slot(index)])};
  }
  int size(int column) const { return begins_[slot(column + 1)] - begins_[slot(column)]; }
  bool is_empty(int column) const { return size(column) == 0; }
  int hidden(int column) const { return hidden_[slot(column)]; }  // face down, at the bottom
  Card top(int column) const { return cards_[begins_[slot(column + 1)] - 1U]; }
  Card card(int column, int depth) const { return cards_[static_cast<std::size_t>(begins_[slot(column)] + depth)]; }
  // The length of the run on top of a column: cards in sequence of one suit. 0 if the column is empty.
  int run(int column) const;
  Card base_of_run(int column) const {
    return cards_[static_cast<std::size_t>(begins_[slot(column + 1)] - run(column))];
  }

  int count_hidden() const;
  int empty_columns() const;
  int stock_size() const { return stock_; }
  int removed() const { return removed_; }
  bool is_won() const { return removed_ == kRuns; }
  std::span<const Card> stock_cards() const { return {cards_.data() + begins_[kColumns], stock_}; }

  bool may_move(Move move) const;
  bool completes_run(Move move) const;  // the move completes a run, which is then removed; precondition: may_move()
  // Preconditions: may_move(), the move is the last one and removed no run, may_deal().
  MoveEffect move(Move move);
  void undo(Move move, MoveEffect moved);
  bool may_deal() const { return stock_ > 0 && empty_columns() == 0; }
  void deal();  // deals ten cards and removes the runs that this completes

  // These functions make the view of a player. reveal() sets a card that becomes known. hide_face_down_cards() sets all
  // face-down cards and the stock to kUnknown.
  void reveal(int column, int depth, Card card) {
    cards_[static_cast<std::size_t>(begins_[slot(column)] + depth)] = card;
  }
  void hide_face_down_cards();

  // Returns true if no column has only face-down cards, and all cards add up to 104 with the removed ones.
  bool is_consistent() const;
  friend bool operator==(const Table&, const Table&) = default;

 private:
  static std::size_t slot(int column) { return static_cast<std::size_t>(column); }
  void move_column_bounds(Move move);
  bool remove_complete_run(int column);
  void turn_up_top_card(int column, MoveEffect& moved);

  std::array<Card, kCards> cards_{};  // column by column, then the stock, then zeros for removed cards
  std::array<std::uint8_t, kColumns + 1> begins_{};
  std::array<std::uint8_t, kColumns> hidden_{};
  std::uint8_t stock_ = 0;
  std::uint8_t removed_ = 0;
};

// The list of all moves of a table. Empty columns are equal, so moves go only to the first of them.
class MoveList {
 public:
  // At most 100 moves go onto a card of the next rank, one from each column onto each. Nine runs with 13 cards each may
  // move to an empty column.
  static constexpr std::size_t kMaxMoves = 100 + (kColumns - 1) * kRanks;

  explicit MoveList(const Table& table);

  std::span<const Move> all() const { return {moves_.data(), size_}; }

 private:
  std::array<Move, kMaxMoves> moves_;
  std::size_t size_ = 0;
};

// Shuffles and deals two packs, in the same way for a seed on every machine. With one or two suits all cards are of
// these suits. The ranks of a seed are the same for any number of suits. Precondition: suits is 1, 2 or 4.
Table shuffled_table(std::uint64_t seed, int suits);

// A game in progress: the real cards, and the player's view of them. Moves can be undone one after another, back to the
// last deal or removal of a run. A card that was seen once stays known, even if undo() turns it face down again. Other
// face-down cards and the stock are unknown.
class Game {
 public:
  explicit Game(const Table& table);

  // The table with kUnknown for each card that was never seen.
  const Table& view() const { return view_; }

  bool may_move(Move move) const { return view_.may_move(move); }
  MoveEffect move(Move move);
  bool may_undo() const { return !undoable_.empty(); }
  void undo();
  bool may_deal() const { return view_.may_deal(); }
  void deal();

  bool is_won() const { return table_.is_won(); }
  int steps() const { return steps_; }  // moves that were not undone, and deals

 private:
  struct UndoableMove {
    Move move;
    MoveEffect moved;
  };
  void reveal_top(int column);

  Table table_;
  Table view_;
  std::vector<UndoableMove> undoable_;
  int steps_ = 0;
};

}  // namespace rensa::spider
