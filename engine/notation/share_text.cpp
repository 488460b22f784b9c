#include "engine/notation/share_text.h"

#include <algorithm>

namespace rensa::notation {
namespace {

constexpr int kFieldCells = SharedField::kRows * rules::kColumns;
constexpr std::size_t kShortLetters = kFieldCells / 2;
constexpr std::string_view kHex = "0123456789ABCDEFabcdef";

int hex_value(char c) {
  const int value = value_of(c, kHex);
  return value < 16 ? value : value - 6;
}

int column_of(std::size_t cell) { return static_cast<int>(cell % rules::kColumns) + 1; }
int row_of(std::size_t cell) { return SharedField::kRows - static_cast<int>(cell / rules::kColumns); }

}  // namespace

rules::Parsed<ShareText> ShareText::decode(std::string_view input, std::string_view marker) {
  const std::size_t found = input.find(marker);
  std::size_t i = found == std::string_view::npos ? 0 : found + marker.size();
  ShareText text;
  for (; i < input.size() && input[i] != '#'; ++i) {
    text.positions_.push_back(i + 1);
    if (input[i] != '%') {
      text.letters_ += input[i];
      continue;
    }
    const int high = i + 2 < input.size() ? hex_value(input[i + 1]) : -1;
    const int low = i + 2 < input.size() ? hex_value(input[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return rules::ParseError{
          "'%' at position " + std::to_string(i + 1) + " is not followed by two hexadecimal digits", i + 1};
    }
    text.letters_ += static_cast<char>(high * 16 + low);
    i += 2;
  }
  text.positions_.push_back(i + 1);
  return text;
}

std::vector<Part> ShareText::parts() const {
  std::vector<Part> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= letters_.size(); ++i) {
    if (i < letters_.size() && letters_[i] != '_') continue;
    parts.push_back({begin, i});
    begin = i + 1;
  }
  return parts;
}

rules::ParseError ShareText::error_at(std::size_t index, std::string_view why) const {
  const std::size_t position = positions_[index];
  const std::string what = index < letters_.size() ? rules::name_of(letters_[index]) : "the end";
  return {what + " at position " + std::to_string(position) + " " + std::string(why), position};
}

int value_of(char letter, std::string_view alphabet) {
  const std::size_t index = alphabet.find(letter);
  return index == std::string_view::npos ? -1 : static_cast<int>(index);
}

rules::Parsed<SharedField> read_short_field(const ShareText& text, Part part, std::string_view alphabet) {
  SharedField field;
  std::size_t cell = kFieldCells - 2 * std::min(part.size(), kShortLetters);
  for (std::size_t i = part.begin; i < part.end; ++i, cell += 2) {
    const int value = value_of(text[i], alphabet);
    if (value < 0) return text.error_at(i, "does not belong into a field");
    if (i - part.begin == kShortLetters) return text.error_at(i, "is one too many: a field has 39 letters at most");
    const int left = value / 8;
    const int right = value % 8;
    if (left > 6 || right > 6) return text.error_at(i, "stands for a cell that the short form does not have");
    field.put(column_of(cell), row_of(cell), static_cast<SharedCell>(left));
    field.put(column_of(cell + 1), row_of(cell + 1), static_cast<SharedCell>(right));
  }
  return field;
}

std::string short_field(const SharedField& field, std::string_view alphabet) {
  std::string code;
  for (int y = SharedField::kRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; x += 2) {
      const auto left = static_cast<std::size_t>(field.at(x, y));
      const auto right = static_cast<std::size_t>(field.at(x + 1, y));
      code += alphabet[8 * left + right];
    }
  }
  return code.substr(std::min(code.find_first_not_of('0'), code.size()));
}

bool has_special_cells(const SharedField& field) {
  for (int y = 1; y <= SharedField::kRows; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      if (field.at(x, y) > SharedCell::garbage) return true;
    }
  }
  return false;
}

int share_colour(rules::Cell cell) {
  for (std::size_t i = 0; i < kShareColours.size(); ++i) {
    if (kShareColours[i] == cell) return static_cast<int>(i);
  }
  return -1;
}

rules::ParseError move_error(std::size_t index, std::string_view why) {
  return {"move " + std::to_string(index + 1) + ": " + std::string(why), 0};
}

}  // namespace rensa::notation
