#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/geometry.h"
#include "engine/rules/parsed.h"

namespace rensa::templates {

// One number a cell of rows 1..13, where Board has its bits: 0 is none.
class CellNumbers {
 public:
  std::uint8_t at(int x, int y) const { return numbers_[index(x, y)]; }
  void set(int x, int y, std::uint8_t number) { numbers_[index(x, y)] = number; }
  friend bool operator==(const CellNumbers&, const CellNumbers&) = default;

 private:
  static std::size_t index(int x, int y) { return static_cast<std::size_t>(16 * x + y); }
  std::array<std::uint8_t, 128> numbers_{};
};

inline constexpr int kMaxLinks = 26;

// A form as people draw it: which puyos belong together, whatever their colour is.
struct Drawing {
  enum class Kind : std::uint8_t {
    fires,   // a chain: link 1 vanishes first, then link 2 ...
    stands,  // a form of which nothing vanishes
  };
  std::string name;
  Kind kind = Kind::fires;
  CellNumbers links;  // A is 1
  int link_count = 0;
};

// Drawings as text: a line `NAME fires` or `NAME stands`, then a line of six characters a row, the top row first; a
// capital is a link, '.' what belongs to none. Blank lines lie between drawings; what follows a '#' does not count. The
// links of a drawing are A, B, C ... without gaps.
rules::Parsed<std::vector<Drawing>> parse_drawings(std::string_view text);

// The same for drawings that belong to the program: an ill-formed one is our bug and ends it.
std::vector<Drawing> drawings_of(std::string_view text);

}  // namespace rensa::templates
