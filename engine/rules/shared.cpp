#include "engine/rules/shared.h"

#include <string>
#include <string_view>

namespace rensa::rules {
namespace {

// By Cell, of which none has the value 3, and by SharedCell.
constexpr std::array<SharedCell, 8> kShared = {SharedCell::empty,  SharedCell::garbage, SharedCell::purple,
                                               SharedCell::empty,  SharedCell::red,     SharedCell::blue,
                                               SharedCell::yellow, SharedCell::green};
constexpr std::array<Cell, 7> kCells = {Cell::empty,  Cell::red,    Cell::green,  Cell::blue,
                                        Cell::yellow, Cell::purple, Cell::garbage};
constexpr std::array<std::string_view, 3> kUnknown = {"hard garbage", "iron", "a point puyo"};  // from hard on

std::string place_of(int x, int y) { return "column " + std::to_string(x) + ", row " + std::to_string(y); }

}  // namespace

Parsed<Field> field_of(const SharedField& shared) {
  Field field;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= kColumns; ++x) {
      const auto cell = static_cast<std::size_t>(shared.at(x, y));
      if (cell >= kCells.size()) {
        const std::string name(kUnknown[cell - kCells.size()]);
        return ParseError{place_of(x, y) + " holds " + name + ", which the rules do not know", 0};
      }
      field.put(x, y, kCells[cell]);
    }
  }
  return field;
}

Parsed<SharedField> shared_field_of(const Field& field) {
  SharedField shared;
  for (int x = 1; x <= kColumns; ++x) {
    if (field.at(x, kTrapRow) != Cell::empty) {
      return ParseError{place_of(x, kTrapRow) + " is filled, but shared fields have 13 rows", 0};
    }
    for (int y = 1; y <= SharedField::kRows; ++y) {
      shared.put(x, y, kShared[static_cast<std::size_t>(field.at(x, y))]);
    }
  }
  return shared;
}

}  // namespace rensa::rules
