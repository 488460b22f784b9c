#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::pages {

// HTML and SVG in which no text can become markup. The names of tags and attributes are constants of this program; all
// other text is escaped when it is added.

class MarkupName {
 public:
  consteval MarkupName(const char* text) : text_(text) {}
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

struct Attribute {
  MarkupName name;
  std::string value;
};
using Attributes = std::vector<Attribute>;

class Markup {
 public:
  Markup() = default;
  Markup(std::string_view text);
  Markup(const std::string& text) : Markup(std::string_view(text)) {}
  Markup(const char* text) : Markup(std::string_view(text)) {}

  void add(const Markup& more) { html_ += more.html_; }
  const std::string& html() const { return html_; }

  friend Markup element(MarkupName tag, const Attributes& attributes, std::initializer_list<Markup> children);
  friend Markup void_element(MarkupName tag, const Attributes& attributes);

 private:
  std::string html_;
};

Markup element(MarkupName tag, const Attributes& attributes, std::initializer_list<Markup> children);
// An element of HTML without an end tag, such as <meta> and <img>. In SVG, element() can make every element.
Markup void_element(MarkupName tag, const Attributes& attributes);
Markup concatenated(std::initializer_list<Markup> parts);

}  // namespace rensa::pages
