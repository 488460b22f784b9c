#include "clients/bindings/python/native/letters.h"

#include <algorithm>
#include <stdexcept>

#include "engine/notation/text.h"
#include "engine/rules/cell.h"

namespace rensa::python {

namespace {

// Returns an empty cell for a letter that is no colour.
rules::Cell colour_of(char letter) {
  const auto* colour = std::find_if(rules::kColours.begin(), rules::kColours.end(),
                                    [&](rules::Cell cell) { return notation::picture_of(cell) == letter; });
  return colour == rules::kColours.end() ? rules::Cell::empty : *colour;
}

}  // namespace

rules::Pair read_pair(std::string_view letters) {
  rules::Pair pair;
  if (letters.size() == 2) pair = {colour_of(letters[0]), colour_of(letters[1])};
  if (pair.has_colours()) return pair;
  throw std::invalid_argument("a pair is two letters of RBYGP, and not '" + std::string(letters) + "'");
}

std::vector<rules::Pair> read_pairs(const std::vector<std::string>& pairs) {
  std::vector<rules::Pair> read;
  read.reserve(pairs.size());
  for (const std::string& pair : pairs) read.push_back(read_pair(pair));
  return read;
}

}  // namespace rensa::python
