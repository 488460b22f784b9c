#include "tests/architecture/source.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <utility>

namespace rensa::architecture {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Blanks comments, raw strings and, if asked for, what other strings hold; every character keeps its line.
class Blanker {
 public:
  Blanker(std::string_view text, bool strings) : text_(text), strings_(strings) {}

  std::string blanked() {
    while (at_ < text_.size()) {
      if (starts("//")) {
        skip_line();
      } else if (starts("/*")) {
        blank_to("*/");
      } else if (starts("R\"") && !after_name()) {
        skip_raw_string();
      } else if (text_[at_] == '"' || (text_[at_] == '\'' && !after_name())) {
        skip_string(text_[at_]);  // after a name it parts the digits of a number
      } else {
        out_ += text_[at_++];
      }
    }
    return std::move(out_);
  }

 private:
  bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  bool after_name() const { return at_ > 0 && in_name(text_[at_ - 1]); }
  void blank() {
    out_ += text_[at_] == '\n' ? '\n' : ' ';
    ++at_;
  }
  void keep_or_blank() {
    if (strings_) return blank();
    out_ += text_[at_++];
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) blank();  // the comment goes on behind a backslash
      blank();
    }
  }
  void blank_to(std::string_view end) {
    const std::size_t found = text_.find(end, at_ + 2);
    const std::size_t stop = found == std::string_view::npos ? text_.size() : found + end.size();
    while (at_ < stop) blank();
  }
  void skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return skip_line();
    std::string end{')'};
    end.append(text_.substr(at_ + 2, open - at_ - 2)).push_back('"');
    blank_to(end);
  }
  void skip_string(char quote) {
    out_ += text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) keep_or_blank();
      keep_or_blank();
    }
    if (at_ < text_.size()) out_ += text_[at_++];
  }

  std::string_view text_;
  bool strings_;
  std::size_t at_ = 0;
  std::string out_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Returns the rest of a line that begins with these words; nullopt if it begins otherwise.
std::optional<std::string_view> after(std::string_view line, std::initializer_list<std::string_view> words) {
  const auto skip_space = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
  for (const std::string_view word : words) {
    skip_space();
    if (!line.starts_with(word)) return std::nullopt;
    line.remove_prefix(word.size());
  }
  skip_space();
  return line;
}

// Returns the text between `open`, with which it must begin, and the next `close`.
std::optional<std::string> between(std::string_view text, char open, char close) {
  const std::size_t end = text.find(close, 1);
  if (!text.starts_with(open) || end == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(1, end - 1));
}

}  // namespace

Source read_source(std::string_view text) {
  Source source;
  source.code = lines_of(Blanker(text, true).blanked());
  const std::vector<std::string> lines = lines_of(Blanker(text, false).blanked());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto what = after(lines[i], {"#", "include"});
    if (!what) continue;
    source.code[i] = "#include";  // its path is not code
    const auto quoted = between(*what, '"', '"');
    const auto path = quoted ? quoted : between(*what, '<', '>');
    source.includes.push_back({static_cast<int>(i) + 1, path.value_or(""), quoted.has_value()});
  }
  return source;
}

std::vector<Include> read_imports(std::string_view text) {
  std::vector<Include> imports;
  int number = 0;
  for (const std::string& line : lines_of(Blanker(text, false).blanked())) {
    ++number;
    auto what = after(line, {"import"});
    if (!what) continue;
    for (const std::string_view kind : {"public", "weak"}) what = after(*what, {kind}).value_or(*what);
    if (const auto path = between(*what, '"', '"')) imports.push_back({number, *path, true});
  }
  return imports;
}

bool says(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !in_name(word.front()) || !in_name(line[at - 1]);
    const bool ends = end == line.size() || !in_name(word.back()) || !in_name(line[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace rensa::architecture
