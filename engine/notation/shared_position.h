#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/rules/parsed.h"

namespace rensa::notation {

// Positions that people share as URLs of two web sites: a field, the moves on it, and the goal of the puzzle. They are
// only read and written here; playable_field leads to the rules.

// A cell of a shared position. The rules do not know the last three: hard garbage has to be cleared twice, iron is
// never cleared, and a point puyo is garbage that scores.
enum class SharedCell : std::uint8_t { empty, red, green, blue, yellow, purple, garbage, hard, iron, point };

class SharedField {
 public:
  static constexpr int kRows = 13;

  SharedCell at(int x, int y) const { return cells_[index(x, y)]; }  // 1..6, 1..13
  void put(int x, int y, SharedCell cell) { cells_[index(x, y)] = cell; }
  friend bool operator==(const SharedField&, const SharedField&) = default;

 private:
  static constexpr std::size_t index(int x, int y) {
    return static_cast<std::size_t>((y - 1) * rules::kColumns + x - 1);
  }
  std::array<SharedCell, kRows * rules::kColumns> cells_{};
};

struct PlacedPair {
  rules::Pair pair;
  rules::Placement placement;
  friend bool operator==(const PlacedPair&, const PlacedPair&) = default;
};

// A pair that is still to come, without a placement.
struct UpcomingPair {
  rules::Pair pair;
  friend bool operator==(const UpcomingPair&, const UpcomingPair&) = default;
};

struct GarbageDrop {
  std::array<int, rules::kColumns> counts{};  // [0] is column 1
  friend bool operator==(const GarbageDrop&, const GarbageDrop&) = default;
};

using SharedMove = std::variant<PlacedPair, UpcomingPair, GarbageDrop>;

enum class GoalKind : std::uint8_t {
  clear_all,        // no cell of the colour is left
  colours_vanish,   // `count` colours vanish, over the whole puzzle
  cells_vanish,     // `count` cells of the colour vanish, over the whole puzzle
  chain,            // a chain of `count` links
  chain_and_clear,  // such a chain, and no cell of the colour is left
  colours_at_once,  // `count` colours vanish in one link
  cells_at_once,    // `count` cells of the colour vanish in one link
  groups_at_once,   // `count` groups of the colour vanish in one link
  connected,        // `count` cells of the colour vanish in one group
};
enum class GoalBound : std::uint8_t { exactly, at_least };
enum class GoalColour : std::uint8_t { any, red, green, blue, yellow, purple, garbage, coloured };

struct Goal {
  GoalKind kind = GoalKind::clear_all;
  GoalBound bound = GoalBound::exactly;  // clear_all has no other bound
  GoalColour colour = GoalColour::any;
  int count = 0;
  friend bool operator==(const Goal&, const Goal&) = default;
};

struct SharedPosition {
  SharedField field;
  std::vector<SharedMove> moves;
  std::optional<Goal> goal;
  friend bool operator==(const SharedPosition&, const SharedPosition&) = default;
};

// Fails with the position of a cell that the rules do not know.
rules::Parsed<rules::Field> playable_field(const SharedField& shared);
// Fails if the trap row is not empty.
rules::Parsed<SharedField> shared_field(const rules::Field& field);

// URLs of puyop.com: /s/<field>, /s/<field>_<moves> or /s/_<moves>. A text to read is a whole URL or the code after
// /s/, percent-encoded or not.
rules::Parsed<SharedPosition> parse_puyop(std::string_view text);
// The code after /s/, and the whole URL. They fail for a goal, for pairs without two colours or off the field, for
// garbage with columns that differ by more than one, and for more garbage than the format holds.
rules::Parsed<std::string> puyop_code(const SharedPosition& position);
rules::Parsed<std::string> puyop_url(const SharedPosition& position);

// URLs of the simulators ips and ishikawapuyo: .../simu/p{e|s|v|n}.html?<field>_<moves>_<unused>_<goal>, in which later
// parts may be missing. A text to read is a whole URL or the code after "?". Ignored are player marks in moves, the
// unused third part, and any text after the three letters of the goal.
rules::Parsed<SharedPosition> parse_ips(std::string_view text);
// The code after "?", and the whole URL: of the puzzle page if there is a goal, else of the simulator. They fail for
// pairs without two colours or off the field, for garbage with columns that differ by more than one, for more than five
// rows of garbage, and for goals with more than 63.
rules::Parsed<std::string> ips_code(const SharedPosition& position);
rules::Parsed<std::string> ips_url(const SharedPosition& position);

// Reads a puyop or an ips URL. Only the latter has a "?". A code without its URL does not tell its format.
rules::Parsed<SharedPosition> parse_share_url(std::string_view url);

}  // namespace rensa::notation
