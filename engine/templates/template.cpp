#include "engine/templates/template.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "engine/templates/drawing.h"

namespace rensa::templates {

namespace {

constexpr int kLinkWeight = 100;
constexpr int kBorderWeight = 10;
constexpr int kWallWeight = 100;

}  // namespace

std::vector<int> label_weights(const LabelledDrawing& labelling, const ColourConstraints& constraints) {
  const rules::Board floor = rules::Board::rows(1, 1);
  const rules::Board walls = rules::Board::rows_of_column(1, 0x3FFE) | rules::Board::rows_of_column(6, 0x3FFE);
  std::vector<int> weights(static_cast<std::size_t>(labelling.count) + 1);
  for (int label = 1; label <= labelling.count; ++label) {
    int& weight = weights[static_cast<std::size_t>(label)];
    if (!labelling.is_link(label)) {
      weight = kBorderWeight * constraints.conflict_count(label);
      continue;
    }
    const rules::Board cells = labelling.cells(label);
    weight = kLinkWeight * constraints.conflict_count(label);
    if (!(cells & walls).empty()) weight += kWallWeight;
    if (!(cells & floor).empty()) weight += kWallWeight;
  }
  return weights;
}

Template::Template(const Drawing& drawing) : name_(drawing.name) {
  const LabelledDrawing labelling = label_cells(drawing);
  ConstraintResult truth = find_colour_constraints(labelling, drawing.kind);
  faults_ = std::move(truth.faults);
  link_count_ = static_cast<std::size_t>(labelling.links);
  const std::vector<int> weights = label_weights(labelling, truth.constraints);
  for (int label = 1; label <= labelling.count; ++label) {
    LinkOrBorder part{.cells = labelling.cells(label), .forbidden = {}, .related = {}, .weight = 0};
    part.weight = weights[static_cast<std::size_t>(label)];
    for (int other = 1; other <= labelling.count; ++other) {
      if (truth.constraints.must_differ(label, other)) part.forbidden = part.forbidden | labelling.cells(other);
    }
    part.related = part.cells | part.forbidden;
    full_weight_ += part.weight * part.cells.count() * part.related.count();
    if (labelling.is_link(label)) links_ = links_ | part.cells;
    parts_.push_back(part);
  }
  if (drawing.kind == Drawing::Kind::fires) first_link_ = parts_.front().cells;
  fill_matrix(labelling, truth.constraints, weights);
}

// Fills the matrix of pair_weights(). The weight of a pair of cells is the mean weight of both labels. A pair of cells
// is in the matrix twice, once in the row of each cell. A cell together with itself is in it once.
void Template::fill_matrix(const LabelledDrawing& labelling, const ColourConstraints& constraints,
                           const std::vector<int>& weights) {
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
      if (constraints.must_differ(labels[a], labels[b])) entry = -weight;
      if (entry != 0) largest_pair_weight_ = std::max(largest_pair_weight_, weight);
    }
  }
}

// A link contradicts if it has two colours, or if its colour stands in a forbidden cell. Borders contradict links only,
// so it is enough to test the links.
bool Template::contradicts(const LinkOrBorder& link, const FieldColours& field) {
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
                     [&field](const LinkOrBorder& link) { return contradicts(link, field); });
}

TemplateMatch Template::match(const rules::Field& field) const {
  if (contradicts(FieldColours(field))) return {.contradicts = true, .filled = 0};
  const rules::Board occupied = field.occupied();
  int filled = 0;
  for (const LinkOrBorder& part : parts_) {
    const int own = (part.cells & occupied).count();
    if (own > 0) filled += part.weight * own * (part.related & occupied).count();
  }
  return {.contradicts = false, .filled = filled};
}

int Template::degree(const TemplateMatch& match) const {
  assert(!match.contradicts);
  return static_cast<int>(std::int64_t{match.filled} * kFullDegree / full_weight_);
}

bool Template::is_built(const rules::Field& field) const {
  return links_.without(field.occupied()).empty() && !match(field).contradicts;
}

bool is_any_built(std::span<const Template> templates, const rules::Field& field) {
  return std::any_of(templates.begin(), templates.end(), [&](const Template& form) { return form.is_built(field); });
}

// Counts, for the best colour of each link, the puyos of the link in other colours and the puyos of that colour beside
// the link.
int Template::wrong_puyos(const rules::Field& field, int most) const {
  const FieldColours view(field);
  int wrong = 0;
  for (const LinkOrBorder& link : std::span(parts_).first(link_count_)) {
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

namespace {

std::vector<Template> templates_of(std::string_view text) {
  std::vector<Template> templates;
  for (const Drawing& drawing : parse_trusted_drawings(text)) templates.emplace_back(drawing);
  return templates;
}

}  // namespace

std::span<const TemplateFamily> template_families() {
  static const std::vector<TemplateFamily> all = [] {
    std::vector<TemplateFamily> read;
    for (const FamilyFile& file : kFamilyFiles) read.push_back({file.name, file.text, templates_of(file.text)});
    return read;
  }();
  return all;
}

const TemplateFamily* find_template_family(std::string_view name) {
  const auto all = template_families();
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const TemplateFamily& family) { return family.name == name; });
  return found == all.end() ? nullptr : &*found;
}

IncrementalMatch::IncrementalMatch(const Template& form, const rules::Field& field) : form_(&form) {
  for (std::size_t cell = 0; cell < kMatrixCells; ++cell) gains_[cell] = form.pair_weights(cell)[cell];
  const rules::Heights heights = field.heights();
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= heights[static_cast<std::size_t>(x)]; ++y) {
      add_puyo(matrix_cell(x, y), field.at(x, y));
      if (contradicts_) return;
    }
  }
}

void IncrementalMatch::add_puyo(std::size_t cell, rules::Cell puyo) {
  assert(puyo != rules::Cell::empty);
  const auto pair_weights = form_->pair_weights(cell);
  const bool is_colour = rules::is_colour(puyo);
  const std::uint32_t same = is_colour ? 1U << static_cast<unsigned>(puyo) : 0U;
  const std::uint32_t others = is_colour ? ~same : 0U;
  if ((forbidden_colours_[cell] >> static_cast<unsigned>(puyo) & 1U) != 0) contradicts_ = true;
  if (!is_colour && form_->is_link_cell(cell)) contradicts_ = true;
  filled_ += gains_[cell];
  for (std::size_t other = 0; other < kMatrixCells; ++other) {
    const std::int32_t entry = pair_weights[other];
    gains_[other] += entry < 0 ? -entry : entry;
    forbidden_colours_[other] |= (entry > 0 ? others : 0U) | (entry < 0 ? same : 0U);
  }
  gains_[cell] = 0;
}

}  // namespace rensa::templates
