#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace rensa::spider {

// A card: its suit above four bits of rank, 1 (ace) to 13 (king). Two packs have eight cards of each rank.
using Card = std::uint8_t;

inline constexpr int kRanks = 13;
inline constexpr int kRuns = 8;  // from king to ace: all cards
inline constexpr int kCards = kRanks * kRuns;

inline constexpr Card kUnknown = 0;  // to who has not seen it

constexpr Card card_of(int suit, int rank) { return static_cast<Card>(suit << 4 | rank); }
constexpr int rank_of(Card card) { return card & 15; }
constexpr int suit_of(Card card) { return card >> 4; }

// Whether `upper` may lie on `lower`, and whether both then move as one.
constexpr bool fits(Card upper, Card lower) { return rank_of(upper) + 1 == rank_of(lower); }
constexpr bool joins(Card upper, Card lower) { return upper + 1 == lower; }
static_assert(!joins(card_of(0, 13), card_of(1, 1)), "after a king comes no ace of the next suit");

// What lies on the table, as bytes that are copied and moved as a whole: searches have many of them. Who knows which of
// the cards is not here but in game.h.

inline constexpr int kColumns = 10;
inline constexpr int kHiddenAtStart = 44;
inline constexpr int kStockAtStart = 50;

// Some cards from the top of a column onto another one.
struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint8_t count = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

// What became of a move besides, for who wants to undo it.
struct Moved {
  bool turned = false;   // the card that was below lies face up now
  bool removed = false;  // a run is complete and gone
};

class Table {
 public:
  Table() = default;
  // All cards, the first of the first column first, in the order in which they are dealt: 54 to the columns from the
  // bottom up, column by column, then the stock.
  explicit Table(const std::array<Card, kCards>& cards);

  // From its bottom.
  std::span<const Card> column(int index) const {
    return {cards_.data() + begins_[slot(index)],
            static_cast<std::size_t>(begins_[slot(index + 1)] - begins_[slot(index)])};
  }
  int size(int column) const { return begins_[slot(column + 1)] - begins_[slot(column)]; }
  bool is_empty(int column) const { return size(column) == 0; }
  int hidden(int column) const { return hidden_[slot(column)]; }  // face down, at the bottom
  Card top(int column) const { return cards_[begins_[slot(column + 1)] - 1U]; }
  Card card(int column, int depth) const { return cards_[static_cast<std::size_t>(begins_[slot(column)] + depth)]; }
  // How many of its upper cards follow each other in one suit, and which of these lies lowest. 0: the column is empty.
  int run(int column) const;
  Card base_of_run(int column) const {
    return cards_[static_cast<std::size_t>(begins_[slot(column + 1)] - run(column))];
  }

  int all_hidden() const;
  int empty_columns() const;
  int stock() const { return stock_; }
  int removed() const { return removed_; }
  bool is_won() const { return removed_ == kRuns; }
  std::span<const Card> dealt_next() const { return {cards_.data() + begins_[kColumns], stock_}; }

  bool may_move(Move move) const;
  bool completes(Move move) const;  // a run, which is then removed; precondition: it may move
  // Preconditions: what the names say.
  Moved move(Move move);
  void undo(Move move, Moved moved);  // the last one; it removed nothing
  bool may_deal() const { return stock_ > 0 && empty_columns() == 0; }
  void deal();  // ten cards, and away with the runs that this completes

  // To tell what somebody knows: a card becomes known, or all that nobody has seen become unknown.
  void learn(int column, int depth, Card card) {
    cards_[static_cast<std::size_t>(begins_[slot(column)] + depth)] = card;
  }
  void forget_unseen();

  // Face-down cards lie below the others, and counts and cards agree: 104 with those that are gone.
  bool is_consistent() const;
  friend bool operator==(const Table&, const Table&) = default;

 private:
  static std::size_t slot(int column) { return static_cast<std::size_t>(column); }
  bool remove_run(int column);
  void turn(int column, Moved& moved);

  std::array<Card, kCards> cards_{};  // column by column, then the stock; zeros where some are gone
  std::array<std::uint8_t, kColumns + 1> begins_{};
  std::array<std::uint8_t, kColumns> hidden_{};
  std::uint8_t stock_ = 0;
  std::uint8_t removed_ = 0;
};

// All moves of a table. Empty columns are alike: only the first of them is moved to.
class Moves {
 public:
  // A card of a rank in a run goes onto at most all columns of the next one: 100 in all; and nine runs to a column that
  // is empty.
  static constexpr std::size_t kMost = 100 + (kColumns - 1) * kRanks;

  explicit Moves(const Table& table);

  std::span<const Move> all() const { return {moves_.data(), size_}; }
  auto begin() const { return moves_.begin(); }
  auto end() const { return moves_.begin() + static_cast<std::ptrdiff_t>(size_); }

 private:
  std::array<Move, kMost> moves_;
  std::size_t size_ = 0;
};

// Two packs, shuffled and dealt; the same for a seed on every machine. With one suit or two, all cards are of these.
// Precondition: suits is 1, 2 or 4. The ranks lie where they do with any other number of suits of that seed.
Table shuffled(std::uint64_t seed, int suits);

}  // namespace rensa::spider
