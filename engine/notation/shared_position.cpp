#include "engine/notation/shared_position.h"

namespace rensa::notation {
namespace {

// By the value of Cell; no cell has the value 3.
constexpr std::array<SharedCell, 8> kSharedCells = {SharedCell::empty,  SharedCell::garbage, SharedCell::purple,
                                                    SharedCell::empty,  SharedCell::red,     SharedCell::blue,
                                                    SharedCell::yellow, SharedCell::green};
// By the value of SharedCell.
constexpr std::array<rules::Cell, 7> kPlayableCells = {rules::Cell::empty,  rules::Cell::red,    rules::Cell::green,
                                                       rules::Cell::blue,   rules::Cell::yellow, rules::Cell::purple,
                                                       rules::Cell::garbage};
constexpr std::array<std::string_view, 3> kUnknownCells = {"hard garbage", "iron", "a point puyo"};  // from `hard` on

std::string cell_position(int x, int y) { return "column " + std::to_string(x) + ", row " + std::to_string(y); }

}  // namespace

rules::Parsed<rules::Field> playable_field(const SharedField& shared) {
  rules::Field field;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      const auto cell = static_cast<std::size_t>(shared.at(x, y));
      if (cell >= kPlayableCells.size()) {
        const std::string name(kUnknownCells[cell - kPlayableCells.size()]);
        return rules::ParseError{cell_position(x, y) + " holds " + name + ", which the rules do not know", 0};
      }
      field.put(x, y, kPlayableCells[cell]);
    }
  }
  return field;
}

rules::Parsed<SharedField> shared_field(const rules::Field& field) {
  SharedField shared;
  for (int x = 1; x <= rules::kColumns; ++x) {
    if (field.at(x, rules::kTrapRow) != rules::Cell::empty) {
      return rules::ParseError{cell_position(x, rules::kTrapRow) + " is filled, but shared fields have 13 rows", 0};
    }
    for (int y = 1; y <= SharedField::kRows; ++y) {
      shared.put(x, y, kSharedCells[static_cast<std::size_t>(field.at(x, y))]);
    }
  }
  return shared;
}

rules::Parsed<SharedPosition> parse_share_url(std::string_view url) {
  if (url.find('?') != std::string_view::npos) return parse_ips(url);
  if (url.find("/s/") != std::string_view::npos) return parse_puyop(url);
  return rules::ParseError{"this is no share URL: it has neither \"/s/\" (puyop) nor \"?\" (ips)", 0};
}

}  // namespace rensa::notation
