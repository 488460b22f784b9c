#include "engine/json/positioned_reader.h"

#include <algorithm>

namespace rensa::json {
namespace {

// An iterator over a text that tells how far the library has read.
class TrackedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackedIterator(const char* at, const char*& read_end) : at_(at), read_end_(&read_end) {}

  reference operator*() const { return *at_; }
  TrackedIterator& operator++() {
    *read_end_ = ++at_;
    return *this;
  }
  TrackedIterator operator++(int) {
    const TrackedIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackedIterator& a, const TrackedIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  const char** read_end_;
};

struct FaultSentence {
  std::string_view in_library;  // a part of the library's error
  const char* sentence;
};
// The first that fits is taken.
constexpr FaultSentence kFaultSentences[] = {
    {"unexpected end of input", "the text ends too early"},
    {"control character", "a string holds a control character that is not escaped"},
    {"missing closing quote", "a string has no closing quote"},
    {"ill-formed UTF-8", "a string is not UTF-8"},
    {"invalid string", "a string has an escape that JSON does not have"},
    {"number overflow", "a number is too large"},
    {"invalid number", "a number is not written as JSON writes numbers"},
    {"invalid BOM", "the mark of the byte order is broken"},
    {"; expected end of input", "something follows after the end"},
    {"; expected string literal", "a key in quotes has to stand here"},
    {"; expected ':'", "a colon has to stand here"},
    {"; expected '}'", "a comma or } has to stand here"},
    {"; expected ']'", "a comma or ] has to stand here"},
    {"expected '[', '{', or a literal", "a value has to stand here"},
    {"invalid literal", "this is not a value of JSON"},
};

std::string_view sentence_for(std::string_view library_error) {
  const auto* found = std::find_if(
      std::begin(kFaultSentences), std::end(kFaultSentences),
      [&](const FaultSentence& fault) { return library_error.find(fault.in_library) != std::string_view::npos; });
  return found == std::end(kFaultSentences) ? "this is not JSON" : found->sentence;
}

// Returns the line and column of the byte at `position` as text. Position, line and column are counted from 1.
std::string line_and_column(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position == 0 ? 0 : position - 1, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_end = before.rfind('\n');
  const std::size_t column = line_end == std::string_view::npos ? before.size() + 1 : before.size() - line_end;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

bool PositionedReader::read() {
  return nlohmann::json::sax_parse(TrackedIterator(text_.data(), read_end_),
                                   TrackedIterator(text_.data() + text_.size(), read_end_), this);
}

bool PositionedReader::parse_error(std::size_t position, const std::string&,
                                   const nlohmann::detail::exception& exception) {
  std::string message = line_and_column(text_, position).append(": ").append(sentence_for(exception.what()));
  if (!last_key_.empty()) message.append("; the last key before it is ").append(quoted_key(last_key_));
  error_ = {std::move(message), position};
  return false;
}

bool PositionedReader::refuse(const std::string& message) {
  error_ = {"line " + std::to_string(line()) + ": " + message, 0};
  return false;
}

std::size_t PositionedReader::line() const { return line_of(read_end_); }

std::size_t PositionedReader::line_of_number() const {
  const bool has_read_line_end = read_end_ != text_.data() && read_end_[-1] == '\n';
  return line_of(has_read_line_end ? read_end_ - 1 : read_end_);
}

std::size_t PositionedReader::line_of(const char* end) const {
  return 1 + static_cast<std::size_t>(std::count(text_.data(), end, '\n'));
}

}  // namespace rensa::json
