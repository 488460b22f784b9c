#include "server/pages/markup/markup.h"

namespace rensa::pages {

namespace {

// Escapes a text, so that it can stand between tags and in a quoted attribute.
std::string escaped(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // SVG is XML, which cannot have control characters
  std::string out;
  out.reserve(text.size());
  for (const char character : text) {
    switch (character) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default: {
        const bool is_control =
            (static_cast<unsigned char>(character) < 0x20 && character != '\n') || character == 0x7F;
        if (is_control) {
          out += kReplacement;
        } else {
          out += character;
        }
      }
    }
  }
  return out;
}

std::string start_tag(MarkupName tag, const Attributes& attributes) {
  std::string out = "<";
  out += tag.text();
  for (const Attribute& attribute : attributes) {
    out.append(" ").append(attribute.name.text()).append("=\"").append(escaped(attribute.value)).append("\"");
  }
  return out + ">";
}

}  // namespace

Markup::Markup(std::string_view text) : html_(escaped(text)) {}

Markup element(MarkupName tag, const Attributes& attributes, std::initializer_list<Markup> children) {
  Markup markup;
  markup.html_ = start_tag(tag, attributes);
  for (const Markup& child : children) markup.html_ += child.html_;
  markup.html_.append("</").append(tag.text()).append(">");
  return markup;
}

Markup void_element(MarkupName tag, const Attributes& attributes) {
  Markup markup;
  markup.html_ = start_tag(tag, attributes);
  return markup;
}

Markup concatenated(std::initializer_list<Markup> parts) {
  Markup markup;
  for (const Markup& part : parts) markup.add(part);
  return markup;
}

}  // namespace rensa::pages
