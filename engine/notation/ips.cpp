#include <algorithm>

#include "engine/notation/share_code.h"

namespace rensa::notation {

namespace {

constexpr std::string_view kPuzzleUrl = "http://ips.karou.jp/simu/pn.html?";
constexpr std::string_view kSimulatorUrl = "http://ips.karou.jp/simu/ps.html?";
constexpr std::string_view kIpsAlphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-";

// The first letter of a move is axis * 2 + child * 12, where both are numbers of colours. A mark of the player adds 1.
// In a move of garbage, the axis has the number 5.
constexpr int kGarbageAxis = 5;
constexpr int kMostGarbage = 5;
constexpr int kNotPlaced = 1;

// Converts between SharedCell and the digit of a special cell in the long form, which has them in the reverse order:
// 7 point, 8 iron, 9 hard.
constexpr int special_digit(int digit) { return digit < 7 ? digit : 16 - digit; }

// The long form has rows of up to six digits. A dot ends a shorter row; the rest of such a row is empty.
rules::Parsed<SharedField> read_rows(const ShareCode& code, TextRange range) {
  std::vector<std::array<SharedCell, rules::kColumns>> rows(1);
  std::size_t column = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const bool is_digit = code[i] >= '0' && code[i] <= '9';
    if (!is_digit && code[i] != '.') return code.error_at(i, "is neither a digit nor '.'");
    if (code[i] == '.' || column == rules::kColumns) {
      if (rows.size() == SharedField::kRows) return code.error_at(i, "begins a 14th row");
      rows.emplace_back();
      column = 0;
    }
    if (is_digit) rows.back()[column++] = static_cast<SharedCell>(special_digit(code[i] - '0'));
  }
  SharedField field;
  int y = static_cast<int>(rows.size());
  for (const auto& row : rows) {
    for (std::size_t x = 0; x < rules::kColumns; ++x) field.put(static_cast<int>(x) + 1, y, row[x]);
    --y;
  }
  return field;
}

std::string write_rows(const SharedField& field) {
  std::string text;
  bool needs_dot = false;
  for (int y = SharedField::kRows; y >= 1; --y) {
    std::string row;
    for (int x = 1; x <= rules::kColumns; ++x) {
      row += static_cast<char>('0' + special_digit(static_cast<int>(field.at(x, y))));
    }
    row.resize(row.find_last_not_of('0') + 1);
    if (text.empty() && row.empty()) continue;
    if (!text.empty() && (needs_dot || row.empty())) text += '.';
    text += row;
    needs_dot = row.size() < rules::kColumns;
  }
  return text;
}

std::optional<SharedMove> read_ips_move(MoveLetters letters) {
  const auto [first, second] = letters;
  const int axis = first / 2 % 6;
  const int child = first / 12;
  if (axis == kGarbageAxis) {
    GarbageDrop drop;
    for (std::size_t x = 0; x < rules::kColumns; ++x) {
      drop.counts[x] = child + (second >> (rules::kColumns - 1 - x) & 1);
    }
    return drop;
  }
  if (child >= 5) return std::nullopt;
  if (second % 2 != 0) return upcoming_pair({axis, child});
  if (second >= 48) return std::nullopt;
  return placed_pair({axis, child},
                     {static_cast<std::int8_t>(second / 2 % 6 + 1), static_cast<rules::Rotation>(second / 12)});
}

MoveLetters write_ips_pair(PairColours colours, const std::optional<rules::Placement>& placement) {
  const int first = colours.axis * 2 + colours.child * 12;
  if (!placement) return {first, kNotPlaced};
  return {first, (placement->x - 1) * 2 + static_cast<int>(placement->r) * 12};
}

rules::Parsed<MoveLetters> write_ips_garbage(const GarbageDrop& drop, std::size_t index) {
  const int most = *std::max_element(drop.counts.begin(), drop.counts.end());
  if (most > kMostGarbage) return move_error(index, "more than five rows of garbage cannot be written");
  if (most == 0) return MoveLetters{kGarbageAxis * 2, 0};
  int columns_with_most = 0;
  for (const int count : drop.counts) columns_with_most = columns_with_most * 2 + (count == most ? 1 : 0);
  return MoveLetters{kGarbageAxis * 2 + 12 * (most - 1), columns_with_most};
}

constexpr ShareFormat kIpsFormat{
    .alphabet = kIpsAlphabet,
    .long_form_mark = '~',
    .may_end_in_one_letter = false,
    .read_long_field = read_rows,
    .write_long_field = write_rows,
    .read_move = read_ips_move,
    .write_pair = write_ips_pair,
    .write_garbage = write_ips_garbage,
};

// The first of the three letters of a goal: its kind with the bound. The others are its colour and its number.
struct GoalLetter {
  char letter;
  GoalKind kind;
  GoalBound bound;
};

constexpr std::array<GoalLetter, 17> kGoalLetters = {{
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

// Precondition: the range is not empty.
rules::Parsed<Goal> read_goal(const ShareCode& code, TextRange range) {
  const GoalLetter* kind = nullptr;
  for (const GoalLetter& letter : kGoalLetters) {
    if (letter.letter == code[range.begin]) kind = &letter;
  }
  if (kind == nullptr) return code.error_at(range.begin, "is not a kind of goal");
  if (range.size() < 2) return code.error_at(range.end, "cuts the goal short: it has three letters");
  const int colour = value_of(code[range.begin + 1], kGoalColours);
  if (colour < 0) return code.error_at(range.begin + 1, "is not a colour of a goal: 0 to 7 are");
  if (range.size() < 3) return code.error_at(range.end, "cuts the goal short: it has three letters");
  const int count = value_of(code[range.begin + 2], kIpsAlphabet);
  if (count < 0) return code.error_at(range.begin + 2, "is not a number of a goal");
  return Goal{kind->kind, kind->bound, static_cast<GoalColour>(colour), count};
}

rules::Parsed<std::string> write_goal(const Goal& goal) {
  if (goal.count < 0 || goal.count >= static_cast<int>(kIpsAlphabet.size())) {
    return rules::ParseError{"the goal's number has to be within 0 and 63", 0};
  }
  for (const GoalLetter& letter : kGoalLetters) {
    if (letter.kind != goal.kind || letter.bound != goal.bound) continue;
    return std::string{letter.letter, kGoalColours[static_cast<std::size_t>(goal.colour)],
                       kIpsAlphabet[static_cast<std::size_t>(goal.count)]};
  }
  return rules::ParseError{"the goal to clear all cannot be at least", 0};
}

}  // namespace

rules::Parsed<SharedPosition> parse_ips(std::string_view text) {
  const rules::Parsed<ShareCode> code = ShareCode::decode(text, "?");
  if (!code) return code.error();
  const std::vector<TextRange> parts = code->parts();
  rules::Parsed<SharedPosition> read = read_field_and_moves(*code, parts, kIpsFormat);
  if (!read || parts.size() <= 3) return read;
  // The rest of the code is the goal; any text after its three letters is ignored.
  const TextRange rest{parts[3].begin, parts.back().end};
  if (rest.empty()) return read;
  const rules::Parsed<Goal> goal = read_goal(*code, rest);
  if (!goal) return goal.error();
  SharedPosition position = std::move(read).value();
  position.goal = *goal;
  return position;
}

rules::Parsed<std::string> ips_code(const SharedPosition& position) {
  const rules::Parsed<std::string> moves = write_moves(position.moves, kIpsFormat);
  if (!moves) return moves.error();
  std::string code = write_field(position.field, kIpsFormat);
  if (!moves->empty() || position.goal) code += '_';
  code += *moves;
  if (position.goal) {
    const rules::Parsed<std::string> goal = write_goal(*position.goal);
    if (!goal) return goal.error();
    code += "__" + *goal;
  }
  return code;
}

rules::Parsed<std::string> ips_url(const SharedPosition& position) {
  rules::Parsed<std::string> code = ips_code(position);
  if (!code) return code;
  return std::string(position.goal ? kPuzzleUrl : kSimulatorUrl) + *code;
}

}  // namespace rensa::notation
