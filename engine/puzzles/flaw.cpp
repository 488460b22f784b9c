#include "engine/puzzles/flaw.h"

#include <algorithm>
#include <variant>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/groups.h"

namespace rensa::puzzles {

namespace {

bool is_garbage(const rules::SharedMove& move) { return std::holds_alternative<rules::GarbageDrop>(move); }

bool has_colours(const rules::Pair& pair) { return rules::is_colour(pair.axis) && rules::is_colour(pair.child); }

bool is_playable(const rules::SharedMove& move) {
  if (const auto* placed = std::get_if<rules::PlacedPair>(&move)) return has_colours(placed->pair);
  if (const auto* shown = std::get_if<rules::ShownPair>(&move)) return has_colours(shown->pair);
  return true;
}

std::optional<Flaw> flaw_of(const rules::Goal& goal) {
  const bool is_of_nothing = goal.count == 0 && goal.kind != rules::GoalKind::clear_all;
  return is_of_nothing ? std::optional(Flaw::goal_of_nothing) : std::nullopt;
}

std::optional<Flaw> flaw_of(const rules::SharedField& shared) {
  const auto field = rules::field_of(shared);
  if (!field) return Flaw::strange_cells;
  if (!field->is_at_rest()) return Flaw::hangs;
  if (!rules::groups_of_four(field->planes()).empty()) return Flaw::vanishes;
  if (field->is_choked()) return Flaw::choked;
  return std::nullopt;
}

std::optional<Flaw> flaw_of(const std::vector<rules::SharedMove>& moves) {
  if (!std::all_of(moves.begin(), moves.end(), is_playable)) return Flaw::colourless;
  const auto pairs = moves.end() - moves.begin() - std::count_if(moves.begin(), moves.end(), is_garbage);
  if (pairs == 0) return Flaw::no_pair;
  if (pairs > kMostHands || moves.size() > 2 * kMostHands) return Flaw::endless;
  return std::nullopt;
}

}  // namespace

std::optional<Flaw> flaw_of(const rules::Shared& shared) {
  if (!shared.goal) return Flaw::no_goal;
  if (const auto flaw = flaw_of(*shared.goal)) return flaw;
  if (const auto flaw = flaw_of(shared.field)) return flaw;
  return flaw_of(shared.moves);
}

std::string text_of(Flaw flaw) {
  switch (flaw) {
    case Flaw::no_goal:
      return "there is no goal in it: a puzzle ends in three letters such as u03, a chain of three";
    case Flaw::goal_of_nothing:
      return "its goal is to do something no times";
    case Flaw::strange_cells:
      return "the field has cells that the rules do not know";
    case Flaw::hangs:
      return "something in the field hangs in the air";
    case Flaw::vanishes:
      return "four in the field vanish before anything is placed";
    case Flaw::choked:
      return "no pair can appear: column 3 is filled up to row 12";
    case Flaw::colourless:
      return "a pair has no two colours";
    case Flaw::no_pair:
      return "there is no pair to be placed";
    case Flaw::endless:
      return "there are more than " + std::to_string(kMostHands) + " pairs, or garbage without end";
  }
  return "";
}

}  // namespace rensa::puzzles
