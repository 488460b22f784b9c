#include "engine/notation/ips_goal.h"

#include <array>

namespace rensa::notation {
namespace {

struct Letter {
  char letter;
  GoalKind kind;
  GoalBound bound;
};

constexpr std::array<Letter, 17> kLetters = {{
    {'2', GoalKind::clear_all, GoalBound::exactly},
    {'a', GoalKind::colours_vanish, GoalBound::exactly},
    {'b', GoalKind::colours_vanish, GoalBound::at_least},
    {'c', GoalKind::cells_vanish, GoalBound::exactly},
    {'d', GoalKind::cells_vanish, GoalBound::at_least},
    {'u', GoalKind::chain, GoalBound::exactly},
    {'v', GoalKind::chain, GoalBound::at_least},
    {'w', GoalKind::chain_and_clear, GoalBound::exactly},
    {'x', GoalKind::chain_and_clear, GoalBound::at_least},
    {'E', GoalKind::colours_at_once, GoalBound::exactly},
    {'F', GoalKind::colours_at_once, GoalBound::at_least},
    {'G', GoalKind::cells_at_once, GoalBound::exactly},
    {'H', GoalKind::cells_at_once, GoalBound::at_least},
    {'I', GoalKind::groups_at_once, GoalBound::exactly},
    {'J', GoalKind::groups_at_once, GoalBound::at_least},
    {'Q', GoalKind::connected, GoalBound::exactly},
    {'R', GoalKind::connected, GoalBound::at_least},
}};
constexpr std::string_view kGoalColours = "01234567";  // in the order of GoalColour

}  // namespace

rules::Parsed<Goal> read_ips_goal(const ShareText& text, Part part) {
  const Letter* kind = nullptr;
  for (const Letter& letter : kLetters) {
    if (letter.letter == text[part.begin]) kind = &letter;
  }
  if (kind == nullptr) return text.error_at(part.begin, "is not a kind of goal");
  if (part.size() < 2) return text.error_at(part.end, "cuts the goal short: it has three letters");
  const int colour = value_of(text[part.begin + 1], kGoalColours);
  if (colour < 0) return text.error_at(part.begin + 1, "is not a colour of a goal: 0 to 7 are");
  if (part.size() < 3) return text.error_at(part.end, "cuts the goal short: it has three letters");
  const int count = value_of(text[part.begin + 2], kIpsAlphabet);
  if (count < 0) return text.error_at(part.begin + 2, "is not a number of a goal");
  return Goal{kind->kind, kind->bound, static_cast<GoalColour>(colour), count};
}

rules::Parsed<std::string> ips_goal(const Goal& goal) {
  if (goal.count < 0 || goal.count >= static_cast<int>(kIpsAlphabet.size())) {
    return rules::ParseError{"the goal's number has to be within 0 and 63", 0};
  }
  for (const Letter& letter : kLetters) {
    if (letter.kind != goal.kind || letter.bound != goal.bound) continue;
    return std::string{letter.letter, kGoalColours[static_cast<std::size_t>(goal.colour)],
                       kIpsAlphabet[static_cast<std::size_t>(goal.count)]};
  }
  return rules::ParseError{"the goal to clear all cannot be at least", 0};
}

}  // namespace rensa::notation
