#include "engine/templates/incremental_match.h"

#include <cassert>

namespace rensa::templates {

IncrementalMatch::IncrementalMatch(const Template& form) : form_(&form) {
  for (std::size_t cell = 0; cell < kMatrixCells; ++cell) gains_[cell] = form.pair_weights(cell)[cell];
}

IncrementalMatch::IncrementalMatch(const Template& form, const rules::Field& field) : IncrementalMatch(form) {
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
