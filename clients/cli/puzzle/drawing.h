#pragma once

#include <sstream>
#include <string>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::cli {

// A picture of a field, and of pairs that are to come beside it, as SVG for paper: colours are letters too.
class Drawing {
 public:
  // Room for so many pairs besides; of the field as many rows as it needs.
  Drawing(const rules::Field& field, int pairs);

  // With the puyos that have just been placed marked.
  void field(const rules::Field& field, rules::Board placed);
  // The next one as it comes, the axis below, with its number.
  void pair(const rules::Pair& pair);

  std::string finish();

 private:
  void puyo(int centre_x, int centre_y, rules::Cell cell, int stroke);

  int rows_;
  int pairs_ = 0;
  std::ostringstream out_;
};

}  // namespace rensa::cli
