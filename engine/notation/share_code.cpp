#include "engine/notation/share_code.h"

#include <algorithm>

namespace rensa::notation {

namespace {

constexpr int kFieldCells = SharedField::kRows * rules::kColumns;
constexpr std::size_t kShortLetters = kFieldCells / 2;
constexpr std::string_view kHexDigits = "0123456789ABCDEFabcdef";
constexpr std::array<rules::Cell, 5> kPairColours = {rules::Cell::red, rules::Cell::green, rules::Cell::blue,
                                                     rules::Cell::yellow, rules::Cell::purple};

int hex_value(char c) {
  const int value = value_of(c, kHexDigits);
  return value < 16 ? value : value - 6;
}

int column_of(std::size_t cell) { return static_cast<int>(cell % rules::kColumns) + 1; }
int row_of(std::size_t cell) { return SharedField::kRows - static_cast<int>(cell / rules::kColumns); }

// The short form has one letter for two cells, without leading zeros, and no special cells.
rules::Parsed<SharedField> read_short_field(const ShareCode& code, TextRange range, std::string_view alphabet) {
  SharedField field;
  std::size_t cell = kFieldCells - 2 * std::min(range.size(), kShortLetters);
  for (std::size_t i = range.begin; i < range.end; ++i, cell += 2) {
    const int value = value_of(code[i], alphabet);
    if (value < 0) return code.error_at(i, "does not belong into a field");
    if (i - range.begin == kShortLetters) return code.error_at(i, "is one too many: a field has 39 letters at most");
    const int left = value / 8;
    const int right = value % 8;
    if (left > 6 || right > 6) return code.error_at(i, "stands for a cell that the short form does not have");
    field.put(column_of(cell), row_of(cell), static_cast<SharedCell>(left));
    field.put(column_of(cell + 1), row_of(cell + 1), static_cast<SharedCell>(right));
  }
  return field;
}

std::string write_short_field(const SharedField& field, std::string_view alphabet) {
  std::string letters;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; x += 2) {
      const auto left = static_cast<std::size_t>(field.at(x, y));
      const auto right = static_cast<std::size_t>(field.at(x + 1, y));
      letters += alphabet[8 * left + right];
    }
  }
  return letters.substr(std::min(letters.find_first_not_of('0'), letters.size()));
}

bool has_special_cells(const SharedField& field) {
  for (int y = 1; y <= SharedField::kRows; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      if (field.at(x, y) > SharedCell::garbage) return true;
    }
  }
  return false;
}

rules::Parsed<std::vector<SharedMove>> read_moves(const ShareCode& code, TextRange range, const ShareFormat& format) {
  constexpr std::string_view kWrongLetter = "does not belong into a move";
  std::vector<SharedMove> moves;
  for (std::size_t i = range.begin; i < range.end; i += 2) {
    MoveLetters letters{.first = value_of(code[i], format.alphabet)};
    if (letters.first < 0) return code.error_at(i, kWrongLetter);
    if (i + 1 < range.end) {
      letters.second = value_of(code[i + 1], format.alphabet);
      if (letters.second < 0) return code.error_at(i + 1, kWrongLetter);
    } else if (!format.may_end_in_one_letter) {
      return code.error_at(i, "is only half a move");
    }
    const std::optional<SharedMove> move = format.read_move(letters);
    if (!move) return code.error_at(i, "begins a move that does not exist: no such pair, or off the field");
    moves.push_back(*move);
  }
  return moves;
}

rules::Pair pair_of(PairColours colours) {
  return {kPairColours[static_cast<std::size_t>(colours.axis)], kPairColours[static_cast<std::size_t>(colours.child)]};
}

// Writes the moves of one format.
class MoveWriter {
 public:
  MoveWriter(const ShareFormat& format, std::size_t index) : format_(format), index_(index) {}

  rules::Parsed<MoveLetters> operator()(const PlacedPair& move) const { return write(move.pair, move.placement); }
  rules::Parsed<MoveLetters> operator()(const UpcomingPair& move) const { return write(move.pair, std::nullopt); }
  rules::Parsed<MoveLetters> operator()(const GarbageDrop& drop) const {
    const auto [least, most] = std::minmax_element(drop.counts.begin(), drop.counts.end());
    if (*least < 0) return move_error(index_, "garbage cannot be negative");
    if (*most - *least > 1) return move_error(index_, "no column may get two garbage more than another");
    return format_.write_garbage(drop, index_);
  }

 private:
  rules::Parsed<MoveLetters> write(const rules::Pair& pair, const std::optional<rules::Placement>& placement) const {
    const auto axis = std::find(kPairColours.begin(), kPairColours.end(), pair.axis);
    const auto child = std::find(kPairColours.begin(), kPairColours.end(), pair.child);
    if (axis == kPairColours.end() || child == kPairColours.end()) {
      return move_error(index_, "a pair needs two colours");
    }
    if (placement && !placement->is_on_field()) return move_error(index_, "the pair is off the field");
    const auto index_in = [](auto colour) { return static_cast<int>(colour - kPairColours.begin()); };
    return format_.write_pair({index_in(axis), index_in(child)}, placement);
  }

  const ShareFormat& format_;
  std::size_t index_;
};

}  // namespace

rules::Parsed<ShareCode> ShareCode::decode(std::string_view input, std::string_view marker) {
  const std::size_t found = input.find(marker);
  std::size_t i = found == std::string_view::npos ? 0 : found + marker.size();
  ShareCode code;
  for (; i < input.size() && input[i] != '#'; ++i) {
    code.positions_.push_back(i + 1);
    if (input[i] != '%') {
      code.letters_ += input[i];
      continue;
    }
    const int high = i + 2 < input.size() ? hex_value(input[i + 1]) : -1;
    const int low = i + 2 < input.size() ? hex_value(input[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return rules::ParseError{
          "'%' at position " + std::to_string(i + 1) + " is not followed by two hexadecimal digits", i + 1};
    }
    code.letters_ += static_cast<char>(high * 16 + low);
    i += 2;
  }
  code.positions_.push_back(i + 1);
  return code;
}

std::vector<TextRange> ShareCode::parts() const {
  std::vector<TextRange> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= letters_.size(); ++i) {
    if (i < letters_.size() && letters_[i] != '_') continue;
    parts.push_back({begin, i});
    begin = i + 1;
  }
  return parts;
}

rules::ParseError ShareCode::error_at(std::size_t index, std::string_view why) const {
  const std::size_t position = positions_[index];
  const std::string letter = index < letters_.size() ? rules::name_of(letters_[index]) : "the end";
  return {letter + " at position " + std::to_string(position) + " " + std::string(why), position};
}

std::optional<SharedMove> placed_pair(PairColours colours, rules::Placement placement) {
  if (!placement.is_on_field()) return std::nullopt;
  return PlacedPair{pair_of(colours), placement};
}

SharedMove upcoming_pair(PairColours colours) { return UpcomingPair{pair_of(colours)}; }

rules::Parsed<SharedPosition> read_field_and_moves(const ShareCode& code, const std::vector<TextRange>& parts,
                                                   const ShareFormat& format) {
  const TextRange first = parts.front();
  const bool is_long = !first.empty() && code[first.begin] == format.long_form_mark;
  const rules::Parsed<SharedField> field = is_long ? format.read_long_field(code, {first.begin + 1, first.end})
                                                   : read_short_field(code, first, format.alphabet);
  if (!field) return field.error();
  SharedPosition position;
  position.field = *field;
  if (parts.size() > 1) {
    rules::Parsed<std::vector<SharedMove>> moves = read_moves(code, parts[1], format);
    if (!moves) return moves.error();
    position.moves = std::move(moves).value();
  }
  return position;
}

std::string write_field(const SharedField& field, const ShareFormat& format) {
  if (!has_special_cells(field)) return write_short_field(field, format.alphabet);
  return format.long_form_mark + format.write_long_field(field);
}

rules::Parsed<std::string> write_moves(const std::vector<SharedMove>& moves, const ShareFormat& format) {
  std::string code;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const rules::Parsed<MoveLetters> letters = std::visit(MoveWriter(format, i), moves[i]);
    if (!letters) return letters.error();
    code += format.alphabet[static_cast<std::size_t>(letters->first)];
    code += format.alphabet[static_cast<std::size_t>(letters->second)];
  }
  return code;
}

int value_of(char letter, std::string_view alphabet) {
  const std::size_t index = alphabet.find(letter);
  return index == std::string_view::npos ? -1 : static_cast<int>(index);
}

rules::ParseError move_error(std::size_t index, std::string_view why) {
  return {"move " + std::to_string(index + 1) + ": " + std::string(why), 0};
}

namespace {

// The shared cells by the value of Cell. No cell has the value 3.
constexpr std::array<SharedCell, 8> kSharedCells = {SharedCell::empty,  SharedCell::garbage, SharedCell::purple,
                                                    SharedCell::empty,  SharedCell::red,     SharedCell::blue,
                                                    SharedCell::yellow, SharedCell::green};
// The cells of the rules by the value of SharedCell.
constexpr std::array<rules::Cell, 7> kPlayableCells = {rules::Cell::empty,  rules::Cell::red,    rules::Cell::green,
                                                       rules::Cell::blue,   rules::Cell::yellow, rules::Cell::purple,
                                                       rules::Cell::garbage};
constexpr std::array<std::string_view, 3> kUnknownCells = {"hard garbage", "iron", "a point puyo"};  // from `hard` on

std::string cell_position(int x, int y) { return "column " + std::to_string(x) + ", row " + std::to_string(y); }

}  // namespace

rules::Parsed<rules::Field> playable_field(const SharedField& shared) {
  rules::Field field;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      const auto cell = static_cast<std::size_t>(shared.at(x, y));
      if (cell >= kPlayableCells.size()) {
        const std::string name(kUnknownCells[cell - kPlayableCells.size()]);
        return rules::ParseError{cell_position(x, y) + " holds " + name + ", which the rules do not know", 0};
      }
      field.put(x, y, kPlayableCells[cell]);
    }
  }
  return field;
}

rules::Parsed<SharedField> shared_field(const rules::Field& field) {
  SharedField shared;
  for (int x = 1; x <= rules::kColumns; ++x) {
    if (field.at(x, rules::kTrapRow) != rules::Cell::empty) {
      return rules::ParseError{cell_position(x, rules::kTrapRow) + " is filled, but shared fields have 13 rows", 0};
    }
    for (int y = 1; y <= SharedField::kRows; ++y) {
      shared.put(x, y, kSharedCells[static_cast<std::size_t>(field.at(x, y))]);
    }
  }
  return shared;
}

rules::Parsed<SharedPosition> parse_share_url(std::string_view url) {
  if (url.find('?') != std::string_view::npos) return parse_ips(url);
  if (url.find("/s/") != std::string_view::npos) return parse_puyop(url);
  return rules::ParseError{"this is no share URL: it has neither \"/s/\" (puyop) nor \"?\" (ips)", 0};
}

}  // namespace rensa::notation
