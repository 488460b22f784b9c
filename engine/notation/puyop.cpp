#include "engine/notation/puyop.h"

#include <algorithm>
#include <optional>

#include "engine/notation/share_text.h"

namespace rensa::notation {
namespace {

constexpr std::string_view kAlphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[]";
constexpr std::string_view kUrl = "http://www.puyop.com/s/";
constexpr std::size_t kFieldDigits = SharedField::kRows * rules::kColumns;

// A move is a number of twelve bits, its low six bits written first. Bits 9..11 are the axis's column or one of these.
constexpr int kNotPlaced = 0;
constexpr int kGarbage = 7;
constexpr int kAllColumns = 63;

rules::Parsed<SharedField> read_long_field(const ShareText& text, Part part) {
  SharedField field;
  std::size_t cell = kFieldDigits - std::min(part.size(), kFieldDigits);
  for (std::size_t i = part.begin; i < part.end; ++i, ++cell) {
    if (text[i] < '0' || text[i] > '9') return text.error_at(i, "is not a digit");
    if (i - part.begin == kFieldDigits) return text.error_at(i, "is one too many: a field has 78 digits at most");
    field.put(static_cast<int>(cell % rules::kColumns) + 1,
              SharedField::kRows - static_cast<int>(cell / rules::kColumns), static_cast<SharedCell>(text[i] - '0'));
  }
  return field;
}

std::string long_field(const SharedField& field) {
  std::string digits;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) digits += static_cast<char>('0' + static_cast<int>(field.at(x, y)));
  }
  return '=' + digits.substr(digits.find_first_not_of('0'));
}

SharedMove garbage_of(int rows, int columns_with_more) {
  GarbageDrop drop;
  for (std::size_t x = 0; x < rules::kColumns; ++x) drop.counts[x] = rows + (columns_with_more >> x & 1);
  return drop;
}

// nullopt: no pair, or off the field.
std::optional<SharedMove> move_of(int bits) {
  const int column = bits >> 9;
  if (column == kGarbage) return garbage_of(bits >> 6 & 7, bits & 63);
  const int colours = bits & 127;
  if (colours >= 25) return std::nullopt;
  const rules::Pair pair{kShareColours[static_cast<std::size_t>(colours / 5)],
                         kShareColours[static_cast<std::size_t>(colours % 5)]};
  if (column == kNotPlaced) return ShownPair{pair};
  const rules::Placement placement{static_cast<std::int8_t>(column), static_cast<rules::Rotation>(bits >> 7 & 3)};
  if (!placement.is_on_field()) return std::nullopt;
  return PlacedPair{pair, placement};
}

rules::Parsed<std::vector<SharedMove>> read_moves(const ShareText& text, Part part) {
  std::vector<SharedMove> moves;
  for (std::size_t i = part.begin; i < part.end; i += 2) {
    const int low = value_of(text[i], kAlphabet);
    if (low < 0) return text.error_at(i, "does not belong into a move");
    // An odd last letter stands for itself and a zero.
    const int high = i + 1 < part.end ? value_of(text[i + 1], kAlphabet) : 0;
    if (high < 0) return text.error_at(i + 1, "does not belong into a move");
    const std::optional<SharedMove> move = move_of(low | high << 6);
    if (!move) return text.error_at(i, "begins a move that does not exist: no such pair, or off the field");
    moves.push_back(*move);
  }
  return moves;
}

rules::Parsed<int> bits_of(const rules::Pair& pair, std::size_t index) {
  const int axis = share_colour(pair.axis);
  const int child = share_colour(pair.child);
  if (axis < 0 || child < 0) return move_error(index, "a pair needs two colours");
  return axis * 5 + child;
}

rules::Parsed<int> bits_of(const PlacedPair& placed, std::size_t index) {
  const rules::Parsed<int> pair = bits_of(placed.pair, index);
  if (!pair) return pair;
  if (!placed.placement.is_on_field()) return move_error(index, "the pair is off the field");
  return *pair | static_cast<int>(placed.placement.r) << 7 | placed.placement.x << 9;
}

rules::Parsed<int> bits_of(const ShownPair& shown, std::size_t index) { return bits_of(shown.pair, index); }

rules::Parsed<int> bits_of(const GarbageDrop& drop, std::size_t index) {
  const auto [least, most] = std::minmax_element(drop.counts.begin(), drop.counts.end());
  if (*least < 0) return move_error(index, "garbage cannot be negative");
  if (*most - *least > 1) return move_error(index, "no column may get two garbage more than another");
  if (*least == 8 && *most == 8) return kGarbage << 9 | 7 << 6 | kAllColumns;
  if (*least > 7) return move_error(index, "more than eight rows of garbage cannot be written");
  int columns_with_more = 0;
  for (std::size_t x = 0; x < rules::kColumns; ++x) columns_with_more |= (drop.counts[x] - *least) << x;
  return kGarbage << 9 | *least << 6 | columns_with_more;
}

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

rules::Parsed<Shared> shared_of_puyop(std::string_view input) {
  const rules::Parsed<ShareText> text = ShareText::decode(input, "/s/");
  if (!text) return text.error();
  const std::vector<Part> parts = text->parts();
  if (parts.size() > 2) return text->error_at(parts[1].end, "begins a third part: there are a field and moves only");
  const Part first = parts.front();
  const bool is_long = !first.empty() && (*text)[first.begin] == '=';
  const rules::Parsed<SharedField> field =
      is_long ? read_long_field(*text, {first.begin + 1, first.end}) : read_short_field(*text, first, kAlphabet);
  if (!field) return field.error();
  Shared shared;
  shared.field = *field;
  if (parts.size() > 1) {
    rules::Parsed<std::vector<SharedMove>> moves = read_moves(*text, parts[1]);
    if (!moves) return moves.error();
    shared.moves = std::move(moves).value();
  }
  return shared;
}

rules::Parsed<std::string> puyop_of(const Shared& shared) {
  if (shared.goal) return rules::ParseError{"puyop knows no goals", 0};
  std::string code = has_special_cells(shared.field) ? long_field(shared.field) : short_field(shared.field, kAlphabet);
  if (!shared.moves.empty()) code += '_';
  for (std::size_t i = 0; i < shared.moves.size(); ++i) {
    const rules::Parsed<int> bits = std::visit([i](const auto& move) { return bits_of(move, i); }, shared.moves[i]);
    if (!bits) return bits.error();
    code += kAlphabet[static_cast<std::size_t>(*bits & 63)];
    code += kAlphabet[static_cast<std::size_t>(*bits >> 6)];
  }
  return percent_encoded(code);
}

rules::Parsed<std::string> puyop_url_of(const Shared& shared) {
  rules::Parsed<std::string> code = puyop_of(shared);
  if (!code) return code;
  return std::string(kUrl) + *code;
}

}  // namespace rensa::notation
