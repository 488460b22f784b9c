#include "engine/templates/template.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>

namespace rensa::templates {

namespace {

constexpr int kLinkWeight = 100;
constexpr int kBorderWeight = 10;
constexpr int kWallWeight = 100;

}  // namespace

std::vector<int> weights_of(const Labelling& labelling, const TruthTable& table) {
  const rules::Board floor = rules::Board::rows(1, 1);
  const rules::Board walls = rules::Board::rows_of_column(1, 0x3FFE) | rules::Board::rows_of_column(6, 0x3FFE);
  std::vector<int> weights(static_cast<std::size_t>(labelling.count) + 1);
  for (int label = 1; label <= labelling.count; ++label) {
    int& weight = weights[static_cast<std::size_t>(label)];
    if (!labelling.is_link(label)) {
      weight = kBorderWeight * table.conflicts(label);
      continue;
    }
    const rules::Board cells = labelling.cells(label);
    weight = kLinkWeight * table.conflicts(label);
    if (!(cells & walls).empty()) weight += kWallWeight;
    if (!(cells & floor).empty()) weight += kWallWeight;
  }
  return weights;
}

Template::Template(const Drawing& drawing) : name_(drawing.name) {
  const Labelling labelling = labelling_of(drawing);
  TruthTableResult truth = truth_table_of(labelling, drawing.kind);
  faults_ = std::move(truth.faults);
  link_count_ = static_cast<std::size_t>(labelling.links);
  const std::vector<int> weights = weights_of(labelling, truth.table);
  for (int label = 1; label <= labelling.count; ++label) {
    Part part{.cells = labelling.cells(label), .forbidden = {}, .concerned = {}, .weight = 0};
    part.weight = weights[static_cast<std::size_t>(label)];
    for (int other = 1; other <= labelling.count; ++other) {
      if (truth.table.differs(label, other)) part.forbidden = part.forbidden | labelling.cells(other);
    }
    part.concerned = part.cells | part.forbidden;
    whole_ += part.weight * part.cells.count() * part.concerned.count();
    if (labelling.is_link(label)) links_ = links_ | part.cells;
    parts_.push_back(part);
  }
  if (drawing.kind == Drawing::Kind::fires) first_link_ = parts_.front().cells;
  fill_matrix(labelling, truth.table, weights);
}

// A pair of cells weighs as much as both labels do on the average, and is met twice, once from each; a cell with itself
// once.
void Template::fill_matrix(const Labelling& labelling, const TruthTable& table, const std::vector<int>& weights) {
  std::array<std::uint8_t, kMatrixCells> labels{};
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      labels[matrix_cell(x, y)] = labelling.labels.at(x, y);
      const std::uint8_t label = labels[matrix_cell(x, y)];
      link_cells_[matrix_cell(x, y)] = labelling.is_link(label);
      if (labelling.is_link(label)) link_of_[matrix_cell(x, y)] = static_cast<std::uint8_t>(label - 1);
    }
  }
  matrix_.resize(kMatrixCells * kMatrixCells);
  for (std::size_t a = 0; a < kMatrixCells; ++a) {
    for (std::size_t b = 0; b < kMatrixCells; ++b) {
      if (labels[a] == 0 || labels[b] == 0) continue;
      std::int32_t& entry = matrix_[a * kMatrixCells + b];
      const std::int32_t weight = weights[labels[a]] + (a == b ? 0 : weights[labels[b]]);
      if (labels[a] == labels[b]) entry = weight;
      if (table.differs(labels[a], labels[b])) entry = -weight;
      if (entry != 0) heaviest_ = std::max(heaviest_, weight);
    }
  }
}

// A link in two colours, or one of its colour where it must not be. Borders contradict links only, so links suffice.
bool Template::contradicts(const Part& link, const FieldColours& field) {
  const rules::Board filled = link.cells & field.occupied;
  if (filled.empty()) return false;
  for (const rules::Board& colour : field.colours) {
    const rules::Board own = colour & link.cells;
    if (own.empty()) continue;
    return own != filled || !(colour & link.forbidden).empty();
  }
  return true;  // garbage
}

bool Template::contradicts(const FieldColours& field) const {
  return std::any_of(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(link_count_),
                     [&field](const Part& link) { return contradicts(link, field); });
}

Match Template::match(const rules::Field& field) const {
  if (contradicts(FieldColours(field))) return {.contradicts = true, .filled = 0};
  const rules::Board occupied = field.occupied();
  int filled = 0;
  for (const Part& part : parts_) {
    const int own = (part.cells & occupied).count();
    if (own > 0) filled += part.weight * own * (part.concerned & occupied).count();
  }
  return {.contradicts = false, .filled = filled};
}

int Template::degree(const Match& match) const {
  assert(!match.contradicts);
  return static_cast<int>(std::int64_t{match.filled} * kWholeDegree / whole_);
}

bool Template::is_built(const rules::Field& field) const {
  return links_.without(field.occupied()).empty() && !match(field).contradicts;
}

int Template::wrong_puyos(const rules::Field& field) const {
  return wrong_puyos(field, std::numeric_limits<int>::max());
}

// Of each link the puyos that have not its most fitting colour, and those beside it that have.
int Template::wrong_puyos(const rules::Field& field, int most) const {
  const FieldColours view(field);
  int wrong = 0;
  for (const Part& link : std::span(parts_).first(link_count_)) {
    const rules::Board filled = link.cells & view.occupied;
    if (filled.empty()) continue;
    int least = std::numeric_limits<int>::max();
    for (const rules::Board& colour : view.colours) {
      if ((colour & link.cells).empty()) continue;
      least = std::min(least, (filled.without(colour) | (colour & link.forbidden)).count());
    }
    wrong += std::min(least, filled.count());
    if (wrong > most) return wrong;
  }
  return wrong;
}

}  // namespace rensa::templates
