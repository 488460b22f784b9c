#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/templates/drawing.h"
#include "engine/templates/form_sieve.h"
#include "engine/rules/field.h"

namespace rensa::templates {

inline constexpr int kMostLacking = 6;

// Where a field holds part of a form, and what is missing there.
struct FormMatch {
  struct Puyo {
    std::int8_t x;
    rules::Cell colour;
  };
  std::uint16_t form = 0;                    // into forms()
  rules::Cell first = rules::Cell::empty;    // the colour of the link that starts the chain
  std::int8_t count = 0;                     // of what is lacking
  std::array<Puyo, kMostLacking> lacking{};  // dropped in this order they come to rest where the form has them
};

// Forms of three links (drawings A, B, C), and where a field holds part of one. A form lies anywhere in the visible
// rows of a field, mirrored or not. It matches if
//   what there is of a link has one colour, and there is some of each link;
//   links that touch have different colours;
//   each column of the form has begun: its lowest puyo is there. One of a single puyo may lack it, on the floor or on
//   anything else.
// What lies around it is not looked at: whether the chain then runs is for who asks to find out.
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

  // The mirror images too, but for those of symmetric forms.
  std::span<const Form> forms() const { return forms_; }

  // Matches that lack one puyo to `most_lacking` (at most kMostLacking), always in the same order; the rest is left out
  // where `matches` ends. Returns how many there are. Precondition: the field is at rest; something in it may be about
  // to vanish.
  std::size_t find(const rules::Planes& planes, int most_lacking, std::span<FormMatch> matches) const;

 private:
  struct Layout;  // a form as it is held against a place

  // Fills all but the sieve, and returns what that is made of.
  std::vector<std::vector<Demand>> read(std::span<const Drawing> drawings);

  std::vector<Form> forms_;
  std::vector<Layout> layouts_;
  FormSieve sieve_;
};

// That of the forms in chain_forms.txt.
const ChainBook& chain_book();

}  // namespace rensa::templates
