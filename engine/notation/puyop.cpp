#include <algorithm>

#include "engine/notation/share_code.h"

namespace rensa::notation {

namespace {

constexpr std::string_view kPuyopUrl = "http://www.puyop.com/s/";
constexpr std::size_t kFieldDigits = SharedField::kRows * rules::kColumns;

// A move is a number of twelve bits, of which the low six bits are written first. Bits 9..11 are the column of the
// axis, kUpcoming or kGarbage.
constexpr int kUpcoming = 0;
constexpr int kGarbage = 7;
constexpr int kAllColumns = 63;

MoveLetters letters_of_bits(int bits) { return {bits & 63, bits >> 6}; }

// The long form has one digit for each cell, without leading zeros.
rules::Parsed<SharedField> read_digits(const ShareCode& code, TextRange range) {
  SharedField field;
  std::size_t cell = kFieldDigits - std::min(range.size(), kFieldDigits);
  for (std::size_t i = range.begin; i < range.end; ++i, ++cell) {
    if (code[i] < '0' || code[i] > '9') return code.error_at(i, "is not a digit");
    if (i - range.begin == kFieldDigits) return code.error_at(i, "is one too many: a field has 78 digits at most");
    field.put(static_cast<int>(cell % rules::kColumns) + 1,
              SharedField::kRows - static_cast<int>(cell / rules::kColumns), static_cast<SharedCell>(code[i] - '0'));
  }
  return field;
}

std::string write_digits(const SharedField& field) {
  std::string digits;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) digits += static_cast<char>('0' + static_cast<int>(field.at(x, y)));
  }
  return digits.substr(digits.find_first_not_of('0'));
}

SharedMove garbage_of(int rows, int columns_with_more) {
  GarbageDrop drop;
  for (std::size_t x = 0; x < rules::kColumns; ++x) drop.counts[x] = rows + (columns_with_more >> x & 1);
  return drop;
}

std::optional<SharedMove> read_puyop_move(MoveLetters letters) {
  const int bits = letters.first | letters.second << 6;
  const int column = bits >> 9;
  if (column == kGarbage) return garbage_of(bits >> 6 & 7, bits & 63);
  const int pair = bits & 127;
  if (pair >= 25) return std::nullopt;
  const PairColours colours{pair / 5, pair % 5};
  if (column == kUpcoming) return upcoming_pair(colours);
  return placed_pair(colours, {static_cast<std::int8_t>(column), static_cast<rules::Rotation>(bits >> 7 & 3)});
}

MoveLetters write_puyop_pair(PairColours colours, const std::optional<rules::Placement>& placement) {
  const int pair = colours.axis * 5 + colours.child;
  return letters_of_bits(placement ? pair | static_cast<int>(placement->r) << 7 | placement->x << 9 : pair);
}

rules::Parsed<MoveLetters> write_puyop_garbage(const GarbageDrop& drop, std::size_t index) {
  const auto [least, most] = std::minmax_element(drop.counts.begin(), drop.counts.end());
  if (*least == 8 && *most == 8) return letters_of_bits(kGarbage << 9 | 7 << 6 | kAllColumns);
  if (*least > 7) return move_error(index, "more than eight rows of garbage cannot be written");
  int columns_with_more = 0;
  for (std::size_t x = 0; x < rules::kColumns; ++x) columns_with_more |= (drop.counts[x] - *least) << x;
  return letters_of_bits(kGarbage << 9 | *least << 6 | columns_with_more);
}

constexpr ShareFormat kPuyopFormat{
    .alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[]",
    .long_form_mark = '=',
    .may_end_in_one_letter = true,
    .read_long_field = read_digits,
    .write_long_field = write_digits,
    .read_move = read_puyop_move,
    .write_pair = write_puyop_pair,
    .write_garbage = write_puyop_garbage,
};

std::string percent_encoded(const std::string& code) {
  std::string text;
  for (const char letter : code) {
    if (letter == '[') {
      text += "%5B";
    } else if (letter == ']') {
      text += "%5D";
    } else {
      text += letter;
    }
  }
  return text;
}

}  // namespace

rules::Parsed<SharedPosition> parse_puyop(std::string_view text) {
  const rules::Parsed<ShareCode> code = ShareCode::decode(text, "/s/");
  if (!code) return code.error();
  const std::vector<TextRange> parts = code->parts();
  if (parts.size() > 2) return code->error_at(parts[1].end, "begins a third part: there are a field and moves only");
  return read_field_and_moves(*code, parts, kPuyopFormat);
}

rules::Parsed<std::string> puyop_code(const SharedPosition& position) {
  if (position.goal) return rules::ParseError{"puyop knows no goals", 0};
  const rules::Parsed<std::string> moves = write_moves(position.moves, kPuyopFormat);
  if (!moves) return moves.error();
  const std::string field = write_field(position.field, kPuyopFormat);
  return percent_encoded(moves->empty() ? field : field + '_' + *moves);
}

rules::Parsed<std::string> puyop_url(const SharedPosition& position) {
  rules::Parsed<std::string> code = puyop_code(position);
  if (!code) return code;
  return std::string(kPuyopUrl) + *code;
}

}  // namespace rensa::notation
