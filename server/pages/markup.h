#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::pages {

// HTML and SVG, made such that no text can ever become markup: the names of tags and attributes are those that are
// written in this program, and all else is escaped as it goes in. There is no other way in.

class Name {
 public:
  consteval Name(const char* text) : text_(text) {}
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

struct Attribute {
  Name name;
  std::string value;
};
using Attributes = std::vector<Attribute>;

class Markup {
 public:
  Markup() = default;
  Markup(std::string_view text);
  Markup(const std::string& text) : Markup(std::string_view(text)) {}
  Markup(const char* text) : Markup(std::string_view(text)) {}

  void add(const Markup& more) { bytes_ += more.bytes_; }
  const std::string& bytes() const { return bytes_; }

  friend Markup element(Name tag, const Attributes& attributes, std::initializer_list<Markup> children);
  friend Markup childless(Name tag, const Attributes& attributes);

 private:
  std::string bytes_;
};

Markup element(Name tag, const Attributes& attributes, std::initializer_list<Markup> children);
// As HTML wants <meta> and <img>; in SVG everything may be an element().
Markup childless(Name tag, const Attributes& attributes);
// In their order.
Markup together(std::initializer_list<Markup> parts);

}  // namespace rensa::pages
