#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/field.h"
#include "engine/templates/drawing.h"
#include "engine/templates/form_filter.h"

namespace rensa::templates {

inline constexpr int kMaxMissingPuyos = 6;

// A place where a field holds part of a form, and the puyos that are missing there.
struct FormMatch {
  struct Puyo {
    std::int8_t x;
    rules::Cell colour;
  };
  std::uint16_t form = 0;                        // into forms()
  rules::Cell first = rules::Cell::empty;        // the colour of the link that starts the chain
  std::int8_t count = 0;                         // how many puyos are missing
  std::array<Puyo, kMaxMissingPuyos> missing{};  // dropped in this order, they come to rest in the form's cells
};

// Finds the places where a field holds part of a form of three links (drawings A, B, C). A form may lie anywhere in the
// visible rows, mirrored or not. It matches under these conditions:
//   Each link has at least one puyo in the field, and all its puyos have one colour.
//   Links that touch have different colours.
//   The lowest puyo of each column of the form is there. A column of a single puyo may lack it, if that puyo would lie
//   on the floor or on any other puyo.
// The cells around the form are not checked, so the caller has to test whether the chain runs.
class ChainBook {
 public:
  struct Form {
    std::string name;
    bool is_mirrored;
  };

  // Preconditions: three links each, at most eight rows, no gaps within a column.
  explicit ChainBook(std::span<const Drawing> drawings);
  ~ChainBook();
  ChainBook(const ChainBook&) = delete;
  ChainBook& operator=(const ChainBook&) = delete;

  // Contains the mirror images too, except those of symmetric forms.
  std::span<const Form> forms() const { return forms_; }

  // Writes the matches that lack 1 to `max_missing` puyos (at most kMaxMissingPuyos), always in the same order, until
  // `matches` is full. Returns their number. Precondition: the field is at rest; groups in it may be about to vanish.
  std::size_t find(const rules::Planes& planes, int max_missing, std::span<FormMatch> matches) const;

 private:
  struct Layout;  // a form prepared for comparing it with a place in a field

  // Fills all members except the filter, and returns the filter's requirements.
  std::vector<std::vector<Requirement>> read(std::span<const Drawing> drawings);

  std::vector<Form> forms_;
  std::vector<Layout> layouts_;
  FormFilter filter_;
};

// The book of the forms in chain_forms.txt.
const ChainBook& chain_book();

}  // namespace rensa::templates
