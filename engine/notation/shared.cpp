#include "engine/notation/shared.h"

#include <string>
#include <string_view>

namespace rensa::notation {
namespace {

// By Cell, of which none has the value 3, and by SharedCell.
constexpr std::array<SharedCell, 8> kShared = {SharedCell::empty,  SharedCell::garbage, SharedCell::purple,
                                               SharedCell::empty,  SharedCell::red,     SharedCell::blue,
                                               SharedCell::yellow, SharedCell::green};
constexpr std::array<rules::Cell, 7> kCells = {rules::Cell::empty,  rules::Cell::red,    rules::Cell::green,
                                               rules::Cell::blue,   rules::Cell::yellow, rules::Cell::purple,
                                               rules::Cell::garbage};
constexpr std::array<std::string_view, 3> kUnknown = {"hard garbage", "iron", "a point puyo"};  // from hard on

std::string place_of(int x, int y) { return "column " + std::to_string(x) + ", row " + std::to_string(y); }

}  // namespace

rules::Parsed<rules::Field> field_of(const SharedField& shared) {
  rules::Field field;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      const auto cell = static_cast<std::size_t>(shared.at(x, y));
      if (cell >= kCells.size()) {
        const std::string name(kUnknown[cell - kCells.size()]);
        return rules::ParseError{place_of(x, y) + " holds " + name + ", which the rules do not know", 0};
      }
      field.put(x, y, kCells[cell]);
    }
  }
  return field;
}

rules::Parsed<SharedField> shared_field_of(const rules::Field& field) {
  SharedField shared;
  for (int x = 1; x <= rules::kColumns; ++x) {
    if (field.at(x, rules::kTrapRow) != rules::Cell::empty) {
      return rules::ParseError{place_of(x, rules::kTrapRow) + " is filled, but shared fields have 13 rows", 0};
    }
    for (int y = 1; y <= SharedField::kRows; ++y) {
      shared.put(x, y, kShared[static_cast<std::size_t>(field.at(x, y))]);
    }
  }
  return shared;
}

}  // namespace rensa::notation
