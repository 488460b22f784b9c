#include "clients/cli/puzzle/drawing.h"

#include <algorithm>

#include "engine/notation/text.h"

namespace rensa::cli {

namespace {

constexpr int kCell = 20;

// Pairs stand apart from each other and from the field, one below the other, then in a further column.
constexpr int kPairsInColumn = 4;
constexpr int kGap = 14;
constexpr int kNumberWidth = 14;
constexpr int kPairWidth = kGap + kNumberWidth + kCell;
constexpr int kPairHeight = 2 * kCell + kGap;

const char* fill_of(rules::Cell cell) {
  switch (cell) {
    case rules::Cell::red:
      return "#f28b82";
    case rules::Cell::blue:
      return "#9fc3ff";
    case rules::Cell::yellow:
      return "#fde275";
    case rules::Cell::green:
      return "#a3dba5";
    case rules::Cell::purple:
      return "#d6b3f0";
    case rules::Cell::garbage:
    case rules::Cell::empty:
      break;
  }
  return "#d0d0d0";
}

// Row 13 only where something lies in it.
int rows_of(const rules::Field& field) {
  const rules::Heights heights = field.heights();
  return std::max(rules::kVisibleRows, *std::max_element(heights.begin(), heights.end()));
}

}  // namespace

Drawing::Drawing(const rules::Field& field, int pairs) : rows_(rows_of(field)) {
  const int columns_of_pairs = (pairs + kPairsInColumn - 1) / kPairsInColumn;
  out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
       << rules::kColumns * kCell + columns_of_pairs * kPairWidth << "\" height=\"" << rows_ * kCell
       << "\" font-size=\"11\" text-anchor=\"middle\">\n";
}

void Drawing::field(const rules::Field& field, rules::Board placed) {
  out_ << "<rect x=\"0.5\" y=\"0.5\" width=\"" << rules::kColumns * kCell - 1 << "\" height=\"" << rows_ * kCell - 1
       << "\" fill=\"none\" stroke=\"#888\"/>\n";
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rows_; ++y) {
      if (field.at(x, y) == rules::Cell::empty) continue;
      puyo((x - 1) * kCell + kCell / 2, (rows_ - y) * kCell + kCell / 2, field.at(x, y), placed.has(x, y) ? 3 : 1);
    }
  }
}

void Drawing::pair(const rules::Pair& pair) {
  const int left = rules::kColumns * kCell + pairs_ / kPairsInColumn * kPairWidth + kGap;
  const int top = pairs_ % kPairsInColumn * kPairHeight;
  const int centre_x = left + kNumberWidth + kCell / 2;
  ++pairs_;
  out_ << "<g class=\"pair\"><text x=\"" << left + kNumberWidth / 2 << "\" y=\"" << top + kCell + 4 << "\">" << pairs_
       << "</text>\n";
  puyo(centre_x, top + kCell / 2, pair.child, 1);
  puyo(centre_x, top + kCell + kCell / 2, pair.axis, 1);
  out_ << "</g>\n";
}

void Drawing::puyo(int centre_x, int centre_y, rules::Cell cell, int stroke) {
  out_ << "<circle cx=\"" << centre_x << "\" cy=\"" << centre_y << "\" r=\"" << kCell / 2 - 2 << "\" fill=\""
       << fill_of(cell) << "\" stroke=\"#222\" stroke-width=\"" << stroke << "\"/><text x=\"" << centre_x << "\" y=\""
       << centre_y + 4 << "\">" << notation::picture_of(cell) << "</text>\n";
}

std::string Drawing::finish() {
  out_ << "</svg>\n";
  return out_.str();
}

}  // namespace rensa::cli
