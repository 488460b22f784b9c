#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/geometry.h"
#include "engine/rules/pair.h"
#include "engine/rules/parsed.h"

namespace rensa::notation {

// What people share by URL: a field, what was put on it, and what is to be done with it. The texts are in puyop.h,
// ips.h and share_url.h; nothing here is played, field_of leads to the rules.

// More than the rules know: hard garbage has to be hit twice, iron never goes, points are garbage that scores.
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

// Seen as next, not placed.
struct ShownPair {
  rules::Pair pair;
  friend bool operator==(const ShownPair&, const ShownPair&) = default;
};

struct GarbageDrop {
  std::array<int, rules::kColumns> counts{};  // [0] is column 1
  friend bool operator==(const GarbageDrop&, const GarbageDrop&) = default;
};

using SharedMove = std::variant<PlacedPair, ShownPair, GarbageDrop>;

enum class GoalKind : std::uint8_t {
  clear_all,        // of the colour
  colours_vanish,   // so many colours, over the whole puzzle
  cells_vanish,     // so many cells of the colour, over the whole puzzle
  chain,            // a chain of so many links
  chain_and_clear,  // and nothing of the colour is left
  colours_at_once,  // in one link
  cells_at_once,
  groups_at_once,
  connected,  // so many of the colour in one group
};
enum class GoalBound : std::uint8_t { exactly, at_least };
enum class GoalColour : std::uint8_t { any, red, green, blue, yellow, purple, garbage, coloured };

struct Goal {
  GoalKind kind = GoalKind::clear_all;
  GoalBound bound = GoalBound::exactly;  // clear_all knows no other
  GoalColour colour = GoalColour::any;
  int count = 0;
  friend bool operator==(const Goal&, const Goal&) = default;
};

struct Shared {
  SharedField field;
  std::vector<SharedMove> moves;
  std::optional<Goal> goal;
  friend bool operator==(const Shared&, const Shared&) = default;
};

// Refused, naming the cell: hard garbage, iron, points.
rules::Parsed<rules::Field> field_of(const SharedField& shared);
// Refused: anything in the trap row.
rules::Parsed<SharedField> shared_field_of(const rules::Field& field);

}  // namespace rensa::notation
