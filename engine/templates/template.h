#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/templates/field_colours.h"
#include "engine/templates/truth_table.h"
#include "engine/rules/field.h"

namespace rensa::templates {

inline constexpr int kWholeDegree = 1'000'000;

// The cells of rows 1..13 as rows and columns of a template's matrix, a few more so that they fill whole registers.
inline constexpr std::size_t kMatrixCells = 80;
constexpr std::size_t matrix_cell(int x, int y) {
  return static_cast<std::size_t>((x - 1) * rules::kHiddenRow + y - 1);
}

// How much of a template stands in a field. The published number is filled / whole of Template, between 0 and 1, or
// minus infinity where two puyos contradict it.
struct Match {
  bool contradicts = false;
  int filled = 0;
};

// A form to be built, made from a drawing (thesis, chapters 3 and 5). The thesis compares two matrices over all pairs
// of cells. Where nothing contradicts, each pair of filled cells of which something is asked counts with its weight; a
// weight belongs to two labels, and what is asked of a cell is asked of its label. So bit masks by label give the same
// sums, and the tests hold them against the matrices.
class Template {
 public:
  explicit Template(const Drawing& drawing);

  const std::string& name() const { return name_; }
  Match match(const rules::Field& field) const;
  bool contradicts(const FieldColours& field) const;  // as match() says, at less cost
  int whole() const { return whole_; }
  // In millionths of the whole. Precondition: it does not contradict.
  int degree(const Match& match) const;
  // All links stand, and nothing contradicts: borders may be missing.
  bool is_built(const rules::Field& field) const;
  // So many puyos would have to go before nothing contradicts: a measure, not the least number.
  int wrong_puyos(const rules::Field& field) const;
  // Whoever does not care about more than `most` gets them sooner: then it is any number above it.
  int wrong_puyos(const rules::Field& field, int most) const;
  const std::vector<std::string>& faults() const { return faults_; }
  // Of a chain the link that fires it; empty if the form only stands.
  rules::Board first_link() const { return first_link_; }
  // The cells of links that are empty.
  rules::Board missing(rules::Board occupied) const { return links_.without(occupied); }

  // The thesis's matrix, a cell's row of it: what is asked of that cell together with each other. Above 0: the same
  // colour; below: different ones; the number is what both filled add to Match::filled. With itself: what it adds
  // alone.
  std::span<const std::int32_t, kMatrixCells> asked_of(std::size_t cell) const {
    return std::span<const std::int32_t, kMatrixCells>(matrix_.data() + cell * kMatrixCells, kMatrixCells);
  }
  int heaviest() const { return heaviest_; }  // the greatest of those numbers
  bool is_link_cell(std::size_t cell) const { return link_cells_[cell]; }

  // A link or a border.
  struct Part {
    rules::Board cells;
    rules::Board forbidden;  // cells that must not have its colour
    rules::Board concerned;  // of which something is asked together with it
    int weight;
  };
  std::span<const Part> links() const { return std::span(parts_).first(link_count_); }
  // Precondition: is_link_cell().
  std::size_t link_at(std::size_t cell) const { return link_of_[cell]; }

 private:
  void fill_matrix(const Labelling& labelling, const TruthTable& table, const std::vector<int>& weights);
  static bool contradicts(const Part& link, const FieldColours& field);

  std::string name_;
  std::vector<Part> parts_;  // links first
  std::size_t link_count_;
  rules::Board links_;
  rules::Board first_link_;
  int whole_ = 0;
  std::vector<std::int32_t> matrix_;
  int heaviest_ = 0;
  std::bitset<kMatrixCells> link_cells_;
  std::array<std::uint8_t, kMatrixCells> link_of_{};
  std::vector<std::string> faults_;
};

// By label, 1 and up: 100 for each label that a link must differ from and 10 for a border's; 100 more for a link that
// touches a side wall, and for one that touches the floor.
std::vector<int> weights_of(const Labelling& labelling, const TruthTable& table);

}  // namespace rensa::templates
