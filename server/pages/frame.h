#pragma once

#include <cstdint>
#include <string>

#include "server/pages/markup.h"
#include "server/pages/path.h"
#include "server/pages/visitor.h"
#include "server/pages/words.h"

namespace rensa::pages {

// What stands around the content of a page.
struct Frame {
  std::string title;
  std::string tournament;  // that the page is about, and by whose events it is out of date; empty: by time
};
std::string page(const Visitor& visitor, const Frame& frame, const Markup& content);

// What many pages have.
Markup link_to(const Visitor& visitor, const PagePath& path, const Markup& text);
// Names are written by anybody, in any direction: they must not turn what stands around them.
Markup name(const std::string& text);
Markup player_link(const Visitor& visitor, const std::string& tournament, const std::string& player);
// In the colours of the visitor's scheme. Its address changes with what it shows, so that a page that is shown anew
// does not keep an old one.
Markup plot_image(const Visitor& visitor, const PagePath& path, Word title, std::size_t points);
Markup heading(const Visitor& visitor, Word word);
// Cells: heads of columns, of texts and of numbers, and numbers.
Markup column_head(const std::string& text);
Markup number_head(const std::string& text);
Markup number_cell(const std::string& text);
// A table that can be scrolled sideways where it has no room. Under a heading that says the same its caption is for
// those alone who do not see it.
struct Caption {
  std::string text;
  enum class Shown : std::uint8_t { to_all, to_readers } shown = Shown::to_all;
};
Markup table(const Caption& caption, const Markup& head, const Markup& body);

// Who is where: "1500", "+12.3", "[-3.1, 27.7]".
std::string whole(double number);
std::string with_sign(double number);
std::string range(double low, double high);

}  // namespace rensa::pages
