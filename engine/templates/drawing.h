#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/cell.h"
#include "engine/rules/parsed.h"

namespace rensa::templates {

// A number for each cell of rows 1..13, in the order of the bits of Board; 0 means none.
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

// A form as people draw it. It says which puyos have the same colour, but not which colour.
struct Drawing {
  enum class Kind : std::uint8_t {
    fires,   // a chain: link 1 vanishes first, then link 2, and so on
    stands,  // a form in which no group vanishes
  };
  std::string name;
  Kind kind = Kind::fires;
  CellNumbers links;  // the link A has number 1
  int link_count = 0;
};

// Reads drawings from text. A drawing starts with a line `NAME fires` or `NAME stands`. A line of six characters
// follows for each row, the top row first. A capital letter is a link, and '.' is a cell of no link. Blank lines
// separate drawings, and a '#' starts a comment. The links of a drawing are A, B, C and so on, without gaps.
rules::Parsed<std::vector<Drawing>> parse_drawings(std::string_view text);

// Reads drawings that are part of the program. An ill-formed drawing is our bug and aborts the program.
std::vector<Drawing> parse_trusted_drawings(std::string_view text);

// Text files of engine/templates as they were when the program was built (see CMakeLists.txt).

extern const std::string_view kChainForms;  // chain_forms.txt

struct FamilyFile {
  std::string_view name;
  std::string_view text;
};
extern const std::span<const FamilyFile> kFamilyFiles;  // the files of the folder families

}  // namespace rensa::templates
