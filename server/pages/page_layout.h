#pragma once

#include <cstdint>
#include <string>

#include "server/pages/markup.h"
#include "server/pages/page_path.h"
#include "server/pages/texts.h"

namespace rensa::pages {

// The parts that all pages share: head, header and navigation, links, tables, and numbers.

struct PageFrame {
  std::string title;
  std::string tournament;  // the page shows it, and is reloaded at its events; empty: the page is reloaded regularly
  Markup below_title{};    // stands in the head of the page, with its title
};
std::string page_html(const Viewer& viewer, const PageFrame& frame, const Markup& content);

Markup link_to(const Viewer& viewer, const PagePath& path, const Markup& text);
// Marks up the name of a player or a tournament so that its writing direction does not change the text around it.
Markup isolated_name(const std::string& text);
Markup player_link(const Viewer& viewer, const std::string& tournament, const std::string& player);
// An image in the colour scheme of the viewer. Its address changes with its content, so that a reloaded page does not
// show an old image.
Markup plot_image(const Viewer& viewer, const PagePath& path, TextId title, std::size_t points);
Markup heading(const Viewer& viewer, TextId id);
// Make cells of a table: the head of a column of texts, the head of a column of numbers, and a number.
Markup column_head(const std::string& text);
Markup number_head(const std::string& text);
Markup number_cell(const std::string& text);
// The caption of a table. If the heading above the table says the same, the caption is only for screen readers. A table
// can be scrolled sideways on a narrow screen.
struct Caption {
  std::string text;
  enum class Visibility : std::uint8_t { visible, screen_readers } visibility = Visibility::visible;
};
Markup table(const Caption& caption, const Markup& head, const Markup& body);

// Write numbers as text: "1500", "38,586", "+12.3", "[-3.1, 27.7]".
std::string integer_text(double number);
std::string grouped_text(std::int64_t number);
std::string signed_text(double number);
std::string range_text(double low, double high);

}  // namespace rensa::pages
