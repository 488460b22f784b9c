#include "engine/templates/prospect.h"

#include <cassert>

namespace rensa::templates {

namespace {}  // namespace

Prospect::Prospect(const Template& form) : form_(&form) {
  for (std::size_t cell = 0; cell < kMatrixCells; ++cell) gains_[cell] = form.asked_of(cell)[cell];
}

Prospect::Prospect(const Template& form, const rules::Field& field) : Prospect(form) {
  const rules::Heights heights = field.heights();
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= heights[static_cast<std::size_t>(x)]; ++y) {
      put(matrix_cell(x, y), field.at(x, y));
      if (contradicts_) return;
    }
  }
}

void Prospect::put(std::size_t cell, rules::Cell what) {
  assert(what != rules::Cell::empty);
  const auto asked = form_->asked_of(cell);
  const bool is_colour = rules::is_colour(what);
  const std::uint32_t same = is_colour ? 1U << static_cast<unsigned>(what) : 0U;
  const std::uint32_t others = is_colour ? ~same : 0U;
  if ((barred_[cell] >> static_cast<unsigned>(what) & 1U) != 0) contradicts_ = true;
  if (!is_colour && form_->is_link_cell(cell)) contradicts_ = true;
  filled_ += gains_[cell];
  for (std::size_t other = 0; other < kMatrixCells; ++other) {
    const std::int32_t entry = asked[other];
    gains_[other] += entry < 0 ? -entry : entry;
    barred_[other] |= (entry > 0 ? others : 0U) | (entry < 0 ? same : 0U);
  }
  gains_[cell] = 0;
}

}  // namespace rensa::templates
