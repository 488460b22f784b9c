#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/clients/bindings/c/checked_call.h"
#include "tests/clients/bindings/c/world.h"

// The functions of rensa.h that take a view or a side are called with each member wrong in turn, and then with valid
// ones.

namespace rensa::bindings {
namespace {

rensa_side without_falling_pair(rensa_side side) {
  side.has_falling_pair = side.x = side.y = side.r = side.turn_lock = side.arrow_lock = side.quick_turn_window = 0;
  side.fall_counter = side.touches = side.touching = 0;
  return side;
}

rensa_side without_motion(rensa_side side) {
  side.has_motion = side.wait = side.rows = side.dropping = side.held = side.reveal = side.driven = 0;
  side.unsent = 0;
  std::fill(std::begin(side.entering), std::end(side.entering), 0);
  return side;
}

struct WrongSide {
  rensa_side side;
  Refusal refusal;
};

// Changes one member of a side to each of its wrong values.
std::vector<WrongSide> wrong_sides(const rensa_side& right) {
  std::vector<WrongSide> sides;
  const auto add_wrong = [&](const char* name, auto member, std::initializer_list<std::int64_t> values) {
    for (const std::int64_t value : values) {
      sides.push_back({right, {RENSA_ERROR_ARGUMENT, name}});
      rensa_side& side = sides.back().side;
      side.*member = static_cast<std::remove_reference_t<decltype(side.*member)>>(value);
    }
  };
  const auto add_wrong_value = [&](const char* name, auto&& change) {
    sides.push_back({right, {RENSA_ERROR_VALUE, name}});
    change(sides.back().side);
  };
#define WRONG(member, ...) add_wrong(#member, &rensa_side::member, {__VA_ARGS__})
  WRONG(score, -1, std::int64_t{1} << 60);
  WRONG(unsent, -1, std::int64_t{1} << 60);
  WRONG(pair_count, -1, 6, 9);
  WRONG(phase, -1, 10);
  WRONG(hand, -1, 1'000'000'001);
  WRONG(link, -1, 1'000'000'001);
  WRONG(pending, -1, 2'000'000'000);
  WRONG(fixed, -1, 2'000'000'000);
  WRONG(has_falling_pair, -1, 2);
  WRONG(x, 0, 7);
  WRONG(y, 0, 16);
  WRONG(r, -1, 4);
  WRONG(turn_lock, -1, 16);
  WRONG(arrow_lock, -1, 16);
  WRONG(quick_turn_window, -1, 21);
  WRONG(fall_counter, -1, 17);
  WRONG(touches, -1, 8);
  WRONG(touching, -1, 2);
  WRONG(has_motion, -1, 2);
  WRONG(wait, -1, 256);
  WRONG(rows, -1, 14);
  WRONG(dropping, -1, 2'000'000'000);
  WRONG(held, -1, 32);
  WRONG(reveal, -1, 256);
  WRONG(driven, -1, 2);
#undef WRONG
  sides.push_back({right, {RENSA_ERROR_ARGUMENT, "entering"}});
  sides.back().side.entering[5] = 256;
  add_wrong_value("field", [](rensa_side& side) { side.field.cells[7] = 3; });
  add_wrong_value("pairs", [](rensa_side& side) { side.pairs[0].axis = 1; });
  // The header says which values the members have that are not known.
  add_wrong_value("pairs", [](rensa_side& side) { side.pairs[0] = {0, 0}; });
  add_wrong_value("pairs", [](rensa_side& side) { side.pairs[2] = {0, 0}; });
  add_wrong_value("pairs", [](rensa_side& side) { side.pair_count = 2; });
  for (std::size_t i = 3; i < RENSA_MAX_PAIRS; ++i) {
    add_wrong_value("pairs", [i](rensa_side& side) { side.pairs[i] = {RENSA_CELL_RED, RENSA_CELL_RED}; });
  }
  add_wrong_value("has_falling_pair", [](rensa_side& side) { side.has_falling_pair = 0; });
  add_wrong_value("has_falling_pair", [](rensa_side& side) { side.phase = RENSA_PHASE_FALLING; });
  add_wrong_value("has_motion", [](rensa_side& side) { side.has_motion = 0; });
  for (const auto member :
       {&rensa_side::x, &rensa_side::y, &rensa_side::r, &rensa_side::turn_lock, &rensa_side::arrow_lock,
        &rensa_side::quick_turn_window, &rensa_side::fall_counter, &rensa_side::touches, &rensa_side::touching}) {
    add_wrong_value("has_falling_pair", [member](rensa_side& side) {
      side = without_falling_pair(side);
      side.*member = 1;
    });
  }
  for (const auto member : {&rensa_side::wait, &rensa_side::rows, &rensa_side::dropping, &rensa_side::held,
                            &rensa_side::reveal, &rensa_side::driven}) {
    add_wrong_value("has_motion", [member](rensa_side& side) {
      side = without_motion(side);
      side.*member = 1;
    });
  }
  add_wrong_value("has_motion", [](rensa_side& side) {
    side = without_motion(side);
    side.entering[3] = 1;
  });
  add_wrong_value("has_motion", [](rensa_side& side) {
    side = without_motion(side);
    side.unsent = 1;
  });
  return sides;
}

// A wrong field has the name of the side that it is in.
Refusal as_field_of(const Refusal& refusal, const char* side) {
  return refusal.argument == "field" ? Refusal{refusal.status, side} : refusal;
}

TEST(WrongArguments, OfViewsAndSidesChangeNothing) {
  World w;
  const std::vector<WrongSide> sides = wrong_sides(w.side);
  std::vector<std::pair<rensa_view, Refusal>> views;
  const auto add_wrong = [&](rensa_status status, const char* argument, auto&& change) {
    views.push_back({w.view, {status, argument}});
    change(views.back().first);
  };
  add_wrong(RENSA_ERROR_ARGUMENT, "seat", [](rensa_view& view) { view.seat = 2; });
  add_wrong(RENSA_ERROR_ARGUMENT, "pacing", [](rensa_view& view) { view.pacing = 2; });
  add_wrong(RENSA_ERROR_ARGUMENT, "clock", [](rensa_view& view) { view.clock = -1; });
  add_wrong(RENSA_ERROR_ARGUMENT, "is_decision_due", [](rensa_view& view) { view.is_decision_due = 2; });
  add_wrong(RENSA_ERROR_ARGUMENT, "has_ended", [](rensa_view& view) { view.has_ended = 2; });
  add_wrong(RENSA_ERROR_ARGUMENT, "cause", [](rensa_view& view) { view.has_ended = 1, view.outcome = {0, 99, 0}; });
  add_wrong(RENSA_ERROR_ARGUMENT, "winner", [](rensa_view& view) { view.has_ended = 1, view.outcome = {2, 0, 0}; });
  add_wrong(RENSA_ERROR_ARGUMENT, "clock", [](rensa_view& view) { view.has_ended = 1, view.outcome = {0, 0, -1}; });
  add_wrong(RENSA_ERROR_VALUE, "outcome", [](rensa_view& view) { view.outcome = {0, 0, 0}, view.outcome.clock = 1; });
  add_wrong(RENSA_ERROR_VALUE, "view", [](rensa_view& view) { view.has_ended = 1; });
  add_wrong(RENSA_ERROR_VALUE, "view", [](rensa_view& view) { view.own = without_falling_pair(view.own); });
  add_wrong(RENSA_ERROR_VALUE, "view",
            [](rensa_view& view) { view.own.field.cells[11 * RENSA_COLUMNS + 2] = RENSA_CELL_RED; });
  add_wrong(RENSA_ERROR_ARGUMENT, "link", [](rensa_view& view) { view.opponent.link = -1; });
  for (const WrongSide& wrong : sides) {
    views.push_back({w.view, as_field_of(wrong.refusal, "own")});
    views.back().first.own = wrong.side;
  }
  CheckedCall placements = CALL(rensa_view_placements, &w.view, &w.out.count);
  for (const auto& [view, refusal] : views) placements.wrong_as("view", refusal, {&view});
  placements.check();
  CheckedCall facts = CALL(rensa_side_facts_of, &w.side, &w.out.facts);
  CheckedCall chance = CALL(rensa_chance_to_win, w.ruleset, 100, &w.side, &w.side, &w.out.number);
  CheckedCall start = CALL(rensa_prediction_start, w.prediction, &w.side, 100);
  for (const WrongSide& wrong : sides) {
    facts.wrong_as("side", as_field_of(wrong.refusal, "side"), {&wrong.side});
    chance.wrong_as("one", as_field_of(wrong.refusal, "one"), {&wrong.side});
    chance.wrong_as("two", as_field_of(wrong.refusal, "two"), {&wrong.side});
    start.wrong_as("side", as_field_of(wrong.refusal, "side"), {&wrong.side});
  }
  facts.check();
  chance.wrong("clock", {-1, 1'000'000'001}).wrong_as("ruleset", {RENSA_ERROR_VALUE, "ruleset"}, {w.turns}).check();
  const rensa_side no_motion = without_motion(w.side);
  const rensa_side no_pair = without_falling_pair(w.side);
  start.wrong("side", {&no_motion, &no_pair}).wrong("clock", {-1, 1'000'000'001}).check();
}

}  // namespace
}  // namespace rensa::bindings
