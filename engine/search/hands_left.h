#pragma once

#include "engine/templates/field_colours.h"
#include "engine/templates/template.h"
#include "engine/rules/field.h"

namespace rensa::search {

// What all templates want to know of a field, read once.
struct FieldView {
  explicit FieldView(const rules::Field& field) : heights(field.heights()), puyos(field) {}

  rules::Heights heights;
  templates::FieldColours puyos;
};

// How many hands a template is thought to need until its links stand, in thousandths: an estimate to compare fields by,
// nothing more. It grows with the puyos that are wanted, with the hands until the colours they must have will have
// come, with high columns to fill, with colours that fit one column alone, with pairs that fit nowhere, and with a
// first link that is nearly complete while others are not, for that has to wait.
//
// Precondition: the field does not contradict the template.
int hands_left(const templates::Template& form, const FieldView& view);

}  // namespace rensa::search
