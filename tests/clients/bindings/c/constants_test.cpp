#include <array>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "clients/bindings/c/rensa/rensa.h"
#include "engine/duel/event.h"
#include "engine/duel/frame_side.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/movement/movement.h"
#include "engine/notation/shared_position.h"
#include "engine/rules/ruleset.h"
#include "tests/clients/bindings/c/header.h"

// The constants of rensa.h are the numbers of the engine, which the functions hand out.

namespace rensa::bindings {
namespace {

struct Number {
  int constant;
  int number;
  template <typename Enum>
  constexpr Number(int named, Enum value) : constant(named), number(static_cast<int>(value)) {}
};

using duel::Cause, duel::EventKind, duel::Phase, movement::Keys, notation::GoalBound, notation::GoalColour,
    notation::GoalKind, rules::Cell, rules::Rotation;
using InputKind = duel::Input::Kind;

constexpr Number kNumbers[] = {
    {RENSA_CELL_EMPTY, Cell::empty},
    {RENSA_CELL_GARBAGE, Cell::garbage},
    {RENSA_CELL_PURPLE, Cell::purple},
    {RENSA_CELL_RED, Cell::red},
    {RENSA_CELL_BLUE, Cell::blue},
    {RENSA_CELL_YELLOW, Cell::yellow},
    {RENSA_CELL_GREEN, Cell::green},
    {RENSA_CHILD_ABOVE, Rotation::up},
    {RENSA_CHILD_RIGHT, Rotation::right},
    {RENSA_CHILD_BELOW, Rotation::down},
    {RENSA_CHILD_LEFT, Rotation::left},
    {RENSA_INPUT_NONE, InputKind::none},
    {RENSA_INPUT_PLACEMENT, InputKind::placement},
    {RENSA_INPUT_KEYS, InputKind::keys},
    {RENSA_KEY_LEFT, Keys::left},
    {RENSA_KEY_RIGHT, Keys::right},
    {RENSA_KEY_DOWN, Keys::down},
    {RENSA_KEY_TURN_A, Keys::turn_a},
    {RENSA_KEY_TURN_B, Keys::turn_b},
    {RENSA_EVENT_PREPARATION_STARTED, EventKind::preparation_started},
    {RENSA_EVENT_CONTROLLABLE, EventKind::controllable},
    {RENSA_EVENT_NEXT_NEXT_REVEALED, EventKind::next_next_revealed},
    {RENSA_EVENT_LOCKED, EventKind::locked},
    {RENSA_EVENT_LINK_STARTED, EventKind::link_started},
    {RENSA_EVENT_GARBAGE_SENT, EventKind::garbage_sent},
    {RENSA_EVENT_GARBAGE_FIXED, EventKind::garbage_fixed},
    {RENSA_EVENT_GARBAGE_FELL, EventKind::garbage_fell},
    {RENSA_EVENT_ALL_CLEAR, EventKind::all_clear},
    {RENSA_EVENT_PLACEMENT_ACCEPTED, EventKind::placement_accepted},
    {RENSA_EVENT_PLACEMENT_REFUSED, EventKind::placement_refused},
    {RENSA_EVENT_DIED, EventKind::died},
    {RENSA_EVENT_GAME_OVER, EventKind::game_over},
    {RENSA_REFUSAL_NONE, duel::Refusal::none},
    {RENSA_REFUSAL_OFF_FIELD, duel::Refusal::off_field},
    {RENSA_REFUSAL_NO_CONTROL, duel::Refusal::no_control},
    {RENSA_REFUSAL_UNREACHABLE, duel::Refusal::unreachable},
    {RENSA_REFUSAL_MISSING, duel::Refusal::missing},
    {RENSA_CAUSE_CHOKED, Cause::choked},
    {RENSA_CAUSE_NO_MOVE, Cause::no_move},
    {RENSA_CAUSE_LIMIT, Cause::limit},
    {RENSA_CAUSE_DISCONNECTED, Cause::disconnected},
    {RENSA_CAUSE_TIME, Cause::time},
    {RENSA_CAUSE_ILLEGAL, Cause::illegal},
    {RENSA_CAUSE_CRASHED, Cause::crashed},
    {RENSA_CAUSE_RESIGNED, Cause::resigned},
    {RENSA_CAUSE_VOIDED, Cause::voided},
    {RENSA_PHASE_OPENING, Phase::opening},
    {RENSA_PHASE_PREPARATION, Phase::preparation},
    {RENSA_PHASE_CONTROL, Phase::control},
    {RENSA_PHASE_FALLING, Phase::falling},
    {RENSA_PHASE_GROUNDING, Phase::grounding},
    {RENSA_PHASE_VANISHING, Phase::vanishing},
    {RENSA_PHASE_COLLAPSING, Phase::collapsing},
    {RENSA_PHASE_GARBAGE_FALLING, Phase::garbage_falling},
    {RENSA_PHASE_SETTLING, Phase::settling},
    {RENSA_PHASE_DEAD, Phase::dead},
    {RENSA_PACING_FRAMES, rules::Pacing::frames},
    {RENSA_PACING_TURNS, rules::Pacing::turns},
    {RENSA_QUEUE_COMMON, rules::QueueSharing::common},
    {RENSA_QUEUE_COMMON_UNTIL_LINK, rules::QueueSharing::common_until_clear},
    {RENSA_CHOKE_SPAWN_CELL, rules::Choke::spawn_cell},
    {RENSA_CHOKE_NO_MOVE, rules::Choke::no_move},
    {RENSA_ATTACK_SCORE, rules::AttackFormula::score},
    {RENSA_ATTACK_LITERATURE, rules::AttackFormula::literature},
    {RENSA_GOAL_CLEAR_ALL, GoalKind::clear_all},
    {RENSA_GOAL_COLOURS_VANISH, GoalKind::colours_vanish},
    {RENSA_GOAL_CELLS_VANISH, GoalKind::cells_vanish},
    {RENSA_GOAL_CHAIN, GoalKind::chain},
    {RENSA_GOAL_CHAIN_AND_CLEAR, GoalKind::chain_and_clear},
    {RENSA_GOAL_COLOURS_AT_ONCE, GoalKind::colours_at_once},
    {RENSA_GOAL_CELLS_AT_ONCE, GoalKind::cells_at_once},
    {RENSA_GOAL_GROUPS_AT_ONCE, GoalKind::groups_at_once},
    {RENSA_GOAL_CONNECTED, GoalKind::connected},
    {RENSA_BOUND_EXACTLY, GoalBound::exactly},
    {RENSA_BOUND_AT_LEAST, GoalBound::at_least},
    {RENSA_GOAL_COLOUR_ANY, GoalColour::any},
    {RENSA_GOAL_COLOUR_RED, GoalColour::red},
    {RENSA_GOAL_COLOUR_GREEN, GoalColour::green},
    {RENSA_GOAL_COLOUR_BLUE, GoalColour::blue},
    {RENSA_GOAL_COLOUR_YELLOW, GoalColour::yellow},
    {RENSA_GOAL_COLOUR_PURPLE, GoalColour::purple},
    {RENSA_GOAL_COLOUR_GARBAGE, GoalColour::garbage},
    {RENSA_GOAL_COLOUR_COLOURED, GoalColour::coloured},
};

TEST(Constants, AreTheNumbersOfTheEngine) {
  for (const Number& pair : kNumbers) {
    EXPECT_EQ(pair.constant, pair.number) << "entry " << &pair - kNumbers << " of the table";
  }
}

TEST(Constants, HaveTheNamesOfTheirTables) {
  rensa_engine* made = nullptr;
  ASSERT_EQ(rensa_engine_create(&made), RENSA_OK);
  const std::unique_ptr<rensa_engine, void (*)(rensa_engine*)> engine(
      made, [](rensa_engine* one) { rensa_engine_free(one); });
  const std::array<std::pair<const char*, std::uint32_t>, 5> tables = {{{"RENSA_CAUSE_", RENSA_NAMES_CAUSES},
                                                                        {"RENSA_PHASE_", RENSA_NAMES_PHASES},
                                                                        {"RENSA_EVENT_", RENSA_NAMES_EVENTS},
                                                                        {"RENSA_REFUSAL_", RENSA_NAMES_REFUSALS},
                                                                        {"RENSA_STATISTIC_", RENSA_NAMES_STATISTICS}}};
  for (const auto& [prefix, table] : tables) {
    std::uint32_t count = 0;
    ASSERT_EQ(rensa_name_count(engine.get(), table, &count), RENSA_OK);
    std::map<std::string, int> names;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::array<char, 32> name{};
      std::uint32_t length = 0;
      ASSERT_EQ(rensa_name(engine.get(), table, i, name.data(), name.size(), &length), RENSA_OK);
      names[name.data()] = static_cast<int>(i);
    }
    EXPECT_EQ(constants_of_header(prefix), names) << prefix;
  }
}

}  // namespace
}  // namespace rensa::bindings
