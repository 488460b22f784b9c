#include "engine/rules/position_flood.h"

namespace rensa::rules {

namespace {

constexpr unsigned kRows = 0xFFFF;
constexpr unsigned kBelowHiddenRow = (1U << kHiddenRow) - 1;

unsigned moved(unsigned rows, int dy) { return (dy > 0 ? rows << 1 : dy < 0 ? rows >> 1 : rows) & kRows; }

}  // namespace

PositionFlood::PositionFlood(const Shaft& shaft) {
  for (int x = 0; x <= kColumns + 1; ++x) {
    air_[static_cast<std::size_t>(x + 1)] = static_cast<std::uint16_t>(~shaft.columns[static_cast<std::size_t>(x)]);
  }
}

// The axis rows in which the child of a pair in this column is in the air.
unsigned PositionFlood::child_air(Rotation r, int x) const { return moved(air(x + child_dx(r)), -child_dy(r)); }

// Every single action of movement.h, as: from this rotation and column, in these rows, to there, so many rows up.
template <class Visit>
void PositionFlood::for_each_step(Visit visit) const {
  for (int x = 1; x <= kColumns; ++x) {
    const auto column = static_cast<std::int8_t>(x);
    for (const Rotation r : {Rotation::up, Rotation::right, Rotation::down, Rotation::left}) {
      const Placement from{column, r};
      visit(from, moved(air(x), 1) & moved(child_air(r, x), 1), from, -1);
      for (const int dx : {-1, 1}) {
        const Placement beside{static_cast<std::int8_t>(x + dx), r};
        visit(from, air(x + dx) & child_air(r, x + dx), beside, 0);
      }
    }
    for (const Rotation upright : {Rotation::up, Rotation::down}) {
      for (const Rotation wanted : {Rotation::right, Rotation::left}) {
        const int side = child_dx(wanted);
        visit({column, upright}, air(x + side), {column, wanted}, 0);
        visit({column, upright}, ~air(x + side) & air(x - side), {static_cast<std::int8_t>(x - side), wanted}, 0);
      }
    }
    const unsigned walled = ~air(x - 1) & ~air(x + 1);
    visit({column, Rotation::up}, walled, {column, Rotation::down}, 1);
    visit({column, Rotation::down}, walled, {column, Rotation::up}, -1);
    for (const Rotation sideways : {Rotation::right, Rotation::left}) {
      const unsigned room = moved(air(x), 1);
      visit({column, sideways}, room, {column, Rotation::down}, 0);
      visit({column, sideways}, ~room & kBelowHiddenRow, {column, Rotation::down}, 1);
      visit({column, sideways}, kRows, {column, Rotation::up}, 0);
    }
  }
}

PositionSet PositionFlood::reached_from(const FallingPair& start) const {
  PositionSet reached;
  reached.add({start.x, start.r}, 1U << start.y);
  for (PositionSet before; !(before == reached);) {
    before = reached;
    for_each_step([&reached](Placement from, unsigned rows, Placement to, int dy) {
      for (unsigned more = reached.word(from.r, from.x) & rows; more != 0;) {
        const unsigned found = moved(more, dy) & ~reached.word(to.r, to.x);
        reached.add(to, found);
        more = from == to ? found & rows : 0;  // a fall goes on
      }
    });
  }
  return reached;
}

PositionSet PositionFlood::leading_to(const PositionSet& ends) const {
  PositionSet leading = ends;
  for (PositionSet before; !(before == leading);) {
    before = leading;
    for_each_step([&leading](Placement from, unsigned rows, Placement to, int dy) {
      for (unsigned more = leading.word(to.r, to.x); more != 0;) {
        const unsigned found = moved(more, -dy) & rows & ~leading.word(from.r, from.x);
        leading.add(from, found);
        more = from == to ? found : 0;  // a fall goes on
      }
    });
  }
  return leading;
}

unsigned accepted_rows(const Shaft& shaft, Placement placement) {
  const unsigned child_below_trap_row = (1U << (kTrapRow - child_dy(placement.r))) - 1;
  return child_below_trap_row | 1U << RouteTarget(shaft, placement).axis_row();
}

}  // namespace rensa::rules
