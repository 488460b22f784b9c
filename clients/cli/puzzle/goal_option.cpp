#include "clients/cli/puzzle/goal_option.h"

#include <algorithm>
#include <cstddef>

#include "engine/notation/shared_position.h"

namespace rensa::cli {

namespace {

constexpr std::size_t kLetters = 3;

// Other characters separate the parts of a URL or escape letters.
bool is_letter_of_a_goal(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
}

}  // namespace

rules::Parsed<notation::Goal> goal_of_option(const std::string& text) {
  const rules::ParseError none{"'" + text + "' is no goal: that has three letters, such as u03", 0};
  if (text.size() != kLetters || !std::all_of(text.begin(), text.end(), is_letter_of_a_goal)) return none;
  const auto shared = notation::parse_ips("___" + text);
  if (!shared || !shared->goal) return none;
  if (shared->goal->count == 0 && shared->goal->kind != notation::GoalKind::clear_all) {
    return rules::ParseError{text + " is to do something no times", 0};
  }
  return *shared->goal;
}

std::string why_no_goal(const std::string& text) {
  const auto goal = goal_of_option(text);
  return goal ? "" : goal.error().message;
}

}  // namespace rensa::cli
