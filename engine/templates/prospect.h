#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/templates/template.h"
#include "engine/rules/cell.h"
#include "engine/rules/field.h"

namespace rensa::templates {

// What one more puyo would do to a template's match, known for every empty cell beforehand: a search that puts down a
// few puyos adds up numbers instead of matching each field anew. It knows nothing of vanishing: after a chain it is
// made again from the field.

// What is known of one empty cell.
struct Opening {
  std::int32_t gain = 0;     // so much more would be filled
  std::uint32_t barred = 0;  // the colours that would contradict, bits by Cell

  bool bars(rules::Cell colour) const { return (barred >> static_cast<unsigned>(colour) & 1U) != 0; }
  // The same once `colour` stands in another cell, of which and this one together the matrix asks `asked`.
  void learn(std::int32_t asked, rules::Cell colour);
};

class Prospect {
 public:
  explicit Prospect(const Template& form);  // of the empty field
  Prospect(const Template& form, const rules::Field& field);

  const Template& form() const { return *form_; }
  bool contradicts() const { return contradicts_; }
  int filled() const { return filled_; }  // as in Match; it means nothing once it contradicts
  Opening at(std::size_t cell) const { return {gains_[cell], barred_[cell]}; }
  // Precondition: the cell is empty. What is to be put there is a colour or garbage.
  void put(std::size_t cell, rules::Cell what);

 private:
  const Template* form_;
  bool contradicts_ = false;
  std::int32_t filled_ = 0;
  std::array<std::int32_t, kMatrixCells> gains_;
  std::array<std::uint32_t, kMatrixCells> barred_{};
};

inline void Opening::learn(std::int32_t asked, rules::Cell colour) {
  const std::uint32_t same = 1U << static_cast<unsigned>(colour);
  gain += asked < 0 ? -asked : asked;
  barred |= (asked > 0 ? ~same : 0U) | (asked < 0 ? same : 0U);
}

}  // namespace rensa::templates
