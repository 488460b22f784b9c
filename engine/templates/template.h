#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/cell.h"
#include "engine/rules/field.h"
#include "engine/templates/colour_constraints.h"

namespace rensa::templates {

// A field as bit boards: one of all filled cells, and one of each colour. They are made once for a field, and then all
// templates are compared with them.
struct FieldColours {
  explicit FieldColours(const rules::Field& field) : occupied(field.occupied()), colours() {
    for (std::size_t i = 0; i < colours.size(); ++i) colours[i] = field.board(rules::kColours[i]);
  }

  rules::Board occupied;
  std::array<rules::Board, rules::kMaxColours> colours;
};

inline constexpr int kFullDegree = 1'000'000;

// The number of rows and columns of a template's matrix: one for each cell of rows 1..13, and a few more so that a row
// fills whole registers. matrix_cell() returns the index of a cell.
inline constexpr std::size_t kMatrixCells = 80;
constexpr std::size_t matrix_cell(int x, int y) {
  return static_cast<std::size_t>((x - 1) * rules::kHiddenRow + y - 1);
}

// How much of a template a field has. The thesis's degree of match is filled / full_weight(), between 0 and 1. It is
// minus infinity if two puyos contradict the template.
struct TemplateMatch {
  bool contradicts = false;
  int filled = 0;
};

// A form to be built, made from a drawing (thesis, chapters 3 and 5). The thesis compares two matrices over all pairs
// of cells. If no pair contradicts, each pair of filled cells with a requirement counts with its weight. Requirements
// and weights depend on the labels of the two cells only. So bit masks by label give the same sums, and the tests
// compare them with the matrices.
class Template {
 public:
  explicit Template(const Drawing& drawing);

  const std::string& name() const { return name_; }
  TemplateMatch match(const rules::Field& field) const;
  bool contradicts(const FieldColours& field) const;  // the same as in match(), but faster
  int full_weight() const { return full_weight_; }
  // Returns the degree of match, from 0 to kFullDegree. Precondition: the field does not contradict.
  int degree(const TemplateMatch& match) const;
  // Returns true if all links stand and no puyo contradicts. Borders may be missing.
  bool is_built(const rules::Field& field) const;
  // Estimates the number of puyos that would have to vanish before no puyo contradicts. If that is more than `most`,
  // returns any number greater than `most`.
  int wrong_puyos(const rules::Field& field, int most) const;
  const std::vector<std::string>& faults() const { return faults_; }
  // Returns the link that starts the chain; it is empty for a form without a chain.
  rules::Board first_link() const { return first_link_; }
  // Returns the empty cells of all links.
  rules::Board missing(rules::Board occupied) const { return links_.without(occupied); }

  // Returns the row of the thesis's matrix for a cell: the requirement for that cell together with each other cell. A
  // positive number requires the same colour, a negative one different colours. Its absolute value is added to
  // TemplateMatch::filled when both cells are filled. The entry of the cell itself counts when the cell is filled.
  std::span<const std::int32_t, kMatrixCells> pair_weights(std::size_t cell) const {
    return std::span<const std::int32_t, kMatrixCells>(matrix_.data() + cell * kMatrixCells, kMatrixCells);
  }
  int largest_pair_weight() const { return largest_pair_weight_; }  // the largest absolute value in the matrix
  bool is_link_cell(std::size_t cell) const { return link_cells_[cell]; }

  // The cells of one label of the drawing, which all need the same colour.
  struct LinkOrBorder {
    rules::Board cells;
    rules::Board forbidden;  // cells that must not have its colour
    rules::Board related;    // cells that have a requirement together with it
    int weight;
  };
  std::span<const LinkOrBorder> links() const { return std::span(parts_).first(link_count_); }
  // Returns the index in links() of the link that has this cell. Precondition: is_link_cell().
  std::size_t link_at(std::size_t cell) const { return link_of_[cell]; }

 private:
  void fill_matrix(const LabelledDrawing& labelling, const ColourConstraints& constraints,
                   const std::vector<int>& weights);
  static bool contradicts(const LinkOrBorder& link, const FieldColours& field);

  std::string name_;
  std::vector<LinkOrBorder> parts_;  // links first
  std::size_t link_count_;
  rules::Board links_;
  rules::Board first_link_;
  int full_weight_ = 0;
  std::vector<std::int32_t> matrix_;
  int largest_pair_weight_ = 0;
  std::bitset<kMatrixCells> link_cells_;
  std::array<std::uint8_t, kMatrixCells> link_of_{};
  std::vector<std::string> faults_;
};

// Returns true if one of the templates is built.
bool is_any_built(std::span<const Template> templates, const rules::Field& field);

// Returns the weights by label, from 1 on. A link gets 100 for each label that it must differ from, and a border 10. A
// link that touches a side wall gets 100 more, and so does one that touches the floor.
std::vector<int> label_weights(const LabelledDrawing& labelling, const ColourConstraints& constraints);

// A group of similar templates. Each file in engine/templates/families is a family.
struct TemplateFamily {
  std::string_view name;
  std::string_view text;  // the content of the file
  std::vector<Template> templates;
};

std::span<const TemplateFamily> template_families();
const TemplateFamily* find_template_family(std::string_view name);

// The effect of one more puyo in an empty cell on a template's match.
struct CellEffect {
  std::int32_t gain = 0;                // the increase of TemplateMatch::filled
  std::uint32_t forbidden_colours = 0;  // colours that would contradict, as bits by Cell

  bool forbids(rules::Cell colour) const { return (forbidden_colours >> static_cast<unsigned>(colour) & 1U) != 0; }
  // Updates the effect for a puyo of `colour` in another cell. `pair_weight` is the matrix entry of the two cells.
  void add_neighbour(std::int32_t pair_weight, rules::Cell colour);
};

// A template's match with a field, and the effect of a puyo in each empty cell. A search that puts down a few puyos
// adds these numbers instead of matching each field again. It does not know of vanishing groups: after a chain, make it
// again from the field.
class IncrementalMatch {
 public:
  explicit IncrementalMatch(const Template& form, const rules::Field& field = {});

  const Template& form() const { return *form_; }
  bool contradicts() const { return contradicts_; }
  int filled() const { return filled_; }  // as in TemplateMatch; meaningless if contradicts()
  CellEffect effect_at(std::size_t cell) const { return {gains_[cell], forbidden_colours_[cell]}; }
  // Adds a puyo, which is a colour or garbage. Precondition: the cell is empty.
  void add_puyo(std::size_t cell, rules::Cell puyo);

 private:
  const Template* form_;
  bool contradicts_ = false;
  std::int32_t filled_ = 0;
  std::array<std::int32_t, kMatrixCells> gains_;
  std::array<std::uint32_t, kMatrixCells> forbidden_colours_{};
};

inline void CellEffect::add_neighbour(std::int32_t pair_weight, rules::Cell colour) {
  const std::uint32_t same = 1U << static_cast<unsigned>(colour);
  gain += pair_weight < 0 ? -pair_weight : pair_weight;
  forbidden_colours |= (pair_weight > 0 ? ~same : 0U) | (pair_weight < 0 ? same : 0U);
}

}  // namespace rensa::templates
