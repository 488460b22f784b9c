#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/rules/cell.h"
#include "engine/rules/field.h"
#include "engine/templates/template.h"

namespace rensa::templates {

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
  explicit IncrementalMatch(const Template& form);  // with the empty field
  IncrementalMatch(const Template& form, const rules::Field& field);

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
