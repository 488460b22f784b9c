#pragma once

#include <cstdlib>
#include <string_view>

#include "engine/notation/text.h"

namespace rensa::tests {

// Reads a picture that stands in a test. An invalid picture is a mistake of the test and ends it.
inline rules::Field field_from_picture(std::string_view text) {
  const rules::Parsed<rules::Field> field = notation::parse_picture(text);
  if (!field) std::abort();
  return *field;
}

}  // namespace rensa::tests
