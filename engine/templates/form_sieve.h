#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/rules/field.h"

namespace rensa::templates {

// What speaks against a cell of a form that lies somewhere in a field; each is a board.
enum class Objection : std::uint8_t {
  unfilled,
  unsupported,    // neither on the floor nor on a filled cell
  differs_above,  // from the cell above, where both are filled
  differs_right,
  same_above,  // colour as the cell above
  same_right,
};
inline constexpr std::size_t kObjections = 6;

struct Demand {
  Objection objection;
  int x;  // of the form, whose lowest cells on the left are (1,1)
  int y;
  friend auto operator<=>(const Demand&, const Demand&) = default;
};

// Finds for many forms at once where in a field none of their demands is objected to. All places are looked at
// together: bit (x, y) of a board stands for the form with its cell (1,1) there. Forms share what they demand first, so
// that most of them are done with after a few operations.
class FormSieve {
 public:
  static constexpr std::size_t kMostDemands = 40;  // of a form
  static constexpr std::size_t kMostShifts = 256;

  // The demands of each form, none of them twice.
  explicit FormSieve(std::vector<std::vector<Demand>> forms);

  // Calls visit(form, places) where there are places; those where a form would stand out of the field's top are among
  // them. The order is always the same. Precondition: the field is at rest.
  template <typename Visit>
  void for_each_open(const rules::Planes& planes, Visit visit) const {
    Halves<kMostShifts> objections;
    shift(planes, objections);
    Halves<kMostDemands + 1> open;
    open.low[0] = rules::kVisibleCells.low;
    open.high[0] = rules::kVisibleCells.high;
    for (std::size_t at = 0; at < nodes_.size();) {
      const Node& node = nodes_[at];
      const std::uint64_t low = open.low[node.depth] & ~objections.low[node.shift];
      const std::uint64_t high = open.high[node.depth] & ~objections.high[node.shift];
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

  // Boards as two words apart: compilers put the two of a Board together and take them apart again at each step, which
  // takes twice the time.
  template <std::size_t count>
  struct Halves {
    std::array<std::uint64_t, count> low;
    std::array<std::uint64_t, count> high;
  };

  // Demands as a tree, in the order of a walk through it.
  struct Node {
    std::uint16_t shift;
    std::uint16_t depth;
    std::uint16_t form = kNone;  // whose last demand it is
    std::uint16_t past = 0;      // the node after all that lie below it
  };

  void shift(const rules::Planes& planes, Halves<kMostShifts>& objections) const;

  std::vector<Demand> shifts_;
  std::vector<Node> nodes_;
};

}  // namespace rensa::templates
