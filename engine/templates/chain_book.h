#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/field.h"
#include "engine/templates/drawing.h"

namespace rensa::templates {

// A condition of a single cell of a field that keeps a form from lying there. The field gives one board of the cells
// that meet it for each condition.
enum class Violation : std::uint8_t {
  unfilled,
  unsupported,    // neither on the floor nor on a filled cell
  differs_above,  // has another colour than the cell above, where both are filled
  differs_right,
  same_above,  // has the same colour as the cell above
  same_right,
};
inline constexpr std::size_t kViolations = 6;

// A requirement of a form: its cell (x, y) must not have this violation.
struct Requirement {
  Violation violation;
  int x;  // in the form, in which the lowest cell of the first column is (1,1)
  int y;
  friend auto operator<=>(const Requirement&, const Requirement&) = default;
};

// Finds for many forms at once the places of a field that violate none of their requirements. All places are tested
// together: bit (x, y) of a board stands for the form with its cell (1,1) at (x, y). Forms share their first
// requirements, so that most forms are excluded after a few operations.
class FormFilter {
 public:
  static constexpr std::size_t kMaxRequirements = 40;  // for one form
  static constexpr std::size_t kMaxShiftedBoards = 256;

  // `forms` has the requirements of each form. No form has a requirement twice.
  explicit FormFilter(std::vector<std::vector<Requirement>> forms);

  // Calls visit(form, places) for each form that has candidate places, always in the same order. The places include
  // those where the form would stand out of the field's top. Precondition: the field is at rest.
  template <typename Visit>
  void for_each_candidate(const rules::Planes& planes, Visit visit) const {
    SplitBoards<kMaxShiftedBoards> violations;
    fill_shifted_boards(planes, violations);
    SplitBoards<kMaxRequirements + 1> open;
    open.low[0] = rules::kVisibleCells.low;
    open.high[0] = rules::kVisibleCells.high;
    for (std::size_t at = 0; at < nodes_.size();) {
      const Node& node = nodes_[at];
      const std::uint64_t low = open.low[node.depth] & ~violations.low[node.shift];
      const std::uint64_t high = open.high[node.depth] & ~violations.high[node.shift];
      if ((low | high) == 0) {
        at = node.past;
        continue;
      }
      open.low[node.depth + 1U] = low;
      open.high[node.depth + 1U] = high;
      if (node.form != kNone) visit(static_cast<std::size_t>(node.form), rules::Board{low, high});
      ++at;
    }
  }

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;

  // Boards whose two words are stored in separate arrays. With an array of Board, compilers join and split the two
  // words at each step, which takes twice the time.
  template <std::size_t count>
  struct SplitBoards {
    std::array<std::uint64_t, count> low;
    std::array<std::uint64_t, count> high;
  };

  // A node of the tree of requirements. The nodes are stored in the order of a depth-first walk.
  struct Node {
    std::uint16_t shift;
    std::uint16_t depth;
    std::uint16_t form = kNone;  // the form of which this is the last requirement
    std::uint16_t past = 0;      // the next node outside of this subtree
  };

  // Computes for each requirement the places at which a form violates it.
  void fill_shifted_boards(const rules::Planes& planes, SplitBoards<kMaxShiftedBoards>& violations) const;

  std::vector<Requirement> shifts_;
  std::vector<Node> nodes_;
};

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

  // Preconditions: each drawing has three links, at most eight rows, and no gaps within a column.
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
  struct FormLayout;  // a form prepared for comparing it with a place in a field

  // Fills all members except the filter, and returns the filter's requirements.
  std::vector<std::vector<Requirement>> read_forms(std::span<const Drawing> drawings);

  std::vector<Form> forms_;
  std::vector<FormLayout> layouts_;
  FormFilter filter_;
};

// The book of the forms in chain_forms.txt.
const ChainBook& chain_book();

}  // namespace rensa::templates
