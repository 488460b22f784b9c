#include "engine/notation/ips.h"

#include <algorithm>
#include <optional>

#include "engine/notation/ips_goal.h"
#include "engine/notation/share_text.h"

namespace rensa::notation {
namespace {

constexpr std::string_view kPuzzleUrl = "http://ips.karou.jp/simu/pn.html?";
constexpr std::string_view kSimulatorUrl = "http://ips.karou.jp/simu/ps.html?";

// The first letter of a move is axis * 2 + child * 12 plus a player mark; garbage is a sixth axis.
constexpr int kGarbageAxis = 5;
constexpr int kMostGarbage = 5;
constexpr int kNotPlaced = 1;

// The long form counts the special cells down: 7 point, 8 iron, 9 hard.
constexpr int special_digit(int digit) { return digit < 7 ? digit : 16 - digit; }

// Rows of up to six digits. A dot closes a row that ends early; what the row lacks is empty.
rules::Parsed<SharedField> read_long_field(const ShareText& text, Part part) {
  std::vector<std::array<SharedCell, rules::kColumns>> rows(1);
  std::size_t column = 0;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (!is_digit && text[i] != '.') return text.error_at(i, "is neither a digit nor '.'");
    if (text[i] == '.' || column == rules::kColumns) {
      if (rows.size() == SharedField::kRows) return text.error_at(i, "begins a 14th row");
      rows.emplace_back();
      column = 0;
    }
    if (is_digit) rows.back()[column++] = static_cast<SharedCell>(special_digit(text[i] - '0'));
  }
  SharedField field;
  int y = static_cast<int>(rows.size());
  for (const auto& row : rows) {
    for (std::size_t x = 0; x < rules::kColumns; ++x) field.put(static_cast<int>(x) + 1, y, row[x]);
    --y;
  }
  return field;
}

std::string long_field(const SharedField& field) {
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
  return '~' + text;
}

std::optional<SharedMove> move_of(int first, int second) {
  const int axis = first / 2 % 6;
  const int child = first / 12;
  if (axis == kGarbageAxis) {
    GarbageDrop drop;
    for (std::size_t x = 0; x < rules::kColumns; ++x)
      drop.counts[x] = child + (second >> (rules::kColumns - 1 - x) & 1);
    return drop;
  }
  if (child >= 5) return std::nullopt;
  const rules::Pair pair{kShareColours[static_cast<std::size_t>(axis)], kShareColours[static_cast<std::size_t>(child)]};
  if (second % 2 != 0) return ShownPair{pair};
  if (second >= 48) return std::nullopt;
  const rules::Placement placement{static_cast<std::int8_t>(second / 2 % 6 + 1),
                                   static_cast<rules::Rotation>(second / 12)};
  if (!placement.is_on_field()) return std::nullopt;
  return PlacedPair{pair, placement};
}

rules::Parsed<std::vector<SharedMove>> read_moves(const ShareText& text, Part part) {
  std::vector<SharedMove> moves;
  for (std::size_t i = part.begin; i < part.end; i += 2) {
    const int first = value_of(text[i], kIpsAlphabet);
    if (first < 0) return text.error_at(i, "does not belong into a move");
    if (i + 1 == part.end) return text.error_at(i, "is only half a move");
    const int second = value_of(text[i + 1], kIpsAlphabet);
    if (second < 0) return text.error_at(i + 1, "does not belong into a move");
    const std::optional<SharedMove> move = move_of(first, second);
    if (!move) return text.error_at(i, "begins a move that does not exist: no such pair, or off the field");
    moves.push_back(*move);
  }
  return moves;
}

struct Letters {
  int first;
  int second;
};

rules::Parsed<Letters> letters_of(const rules::Pair& pair, int second, std::size_t index) {
  const int axis = share_colour(pair.axis);
  const int child = share_colour(pair.child);
  if (axis < 0 || child < 0) return move_error(index, "a pair needs two colours");
  return Letters{axis * 2 + child * 12, second};
}

rules::Parsed<Letters> letters_of(const PlacedPair& placed, std::size_t index) {
  if (!placed.placement.is_on_field()) return move_error(index, "the pair is off the field");
  return letters_of(placed.pair, (placed.placement.x - 1) * 2 + static_cast<int>(placed.placement.r) * 12, index);
}

rules::Parsed<Letters> letters_of(const ShownPair& shown, std::size_t index) {
  return letters_of(shown.pair, kNotPlaced, index);
}

rules::Parsed<Letters> letters_of(const GarbageDrop& drop, std::size_t index) {
  const auto [least, most] = std::minmax_element(drop.counts.begin(), drop.counts.end());
  if (*least < 0) return move_error(index, "garbage cannot be negative");
  if (*most - *least > 1) return move_error(index, "no column may get two garbage more than another");
  if (*most > kMostGarbage) return move_error(index, "more than five rows of garbage cannot be written");
  if (*most == 0) return Letters{kGarbageAxis * 2, 0};
  int columns_with_most = 0;
  for (const int count : drop.counts) columns_with_most = columns_with_most * 2 + (count == *most ? 1 : 0);
  return Letters{kGarbageAxis * 2 + 12 * (*most - 1), columns_with_most};
}

}  // namespace

rules::Parsed<Shared> shared_of_ips(std::string_view input) {
  const rules::Parsed<ShareText> text = ShareText::decode(input, "?");
  if (!text) return text.error();
  const std::vector<Part> parts = text->parts();
  const Part first = parts.front();
  const bool is_long = !first.empty() && (*text)[first.begin] == '~';
  const rules::Parsed<SharedField> field =
      is_long ? read_long_field(*text, {first.begin + 1, first.end}) : read_short_field(*text, first, kIpsAlphabet);
  if (!field) return field.error();
  Shared shared;
  shared.field = *field;
  if (parts.size() > 1) {
    rules::Parsed<std::vector<SharedMove>> moves = read_moves(*text, parts[1]);
    if (!moves) return moves.error();
    shared.moves = std::move(moves).value();
  }
  if (parts.size() > 3) {
    // The goal is the rest: what follows its three letters is read over, whatever it is.
    const Part rest{parts[3].begin, parts.back().end};
    if (!rest.empty()) {
      const rules::Parsed<Goal> goal = read_ips_goal(*text, rest);
      if (!goal) return goal.error();
      shared.goal = *goal;
    }
  }
  return shared;
}

rules::Parsed<std::string> ips_of(const Shared& shared) {
  std::string code =
      has_special_cells(shared.field) ? long_field(shared.field) : short_field(shared.field, kIpsAlphabet);
  if (!shared.moves.empty() || shared.goal) code += '_';
  for (std::size_t i = 0; i < shared.moves.size(); ++i) {
    const rules::Parsed<Letters> letters =
        std::visit([i](const auto& move) { return letters_of(move, i); }, shared.moves[i]);
    if (!letters) return letters.error();
    code += kIpsAlphabet[static_cast<std::size_t>(letters->first)];
    code += kIpsAlphabet[static_cast<std::size_t>(letters->second)];
  }
  if (shared.goal) {
    const rules::Parsed<std::string> goal = ips_goal(*shared.goal);
    if (!goal) return goal.error();
    code += "__" + *goal;
  }
  return code;
}

rules::Parsed<std::string> ips_url_of(const Shared& shared) {
  rules::Parsed<std::string> code = ips_of(shared);
  if (!code) return code;
  return std::string(shared.goal ? kPuzzleUrl : kSimulatorUrl) + *code;
}

}  // namespace rensa::notation
