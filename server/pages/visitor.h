#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rensa::pages {

enum class Language : std::uint8_t { english, japanese };

// Who looks at a page: in which language, and whether that was chosen on a page, so that links have to carry it.
struct Visitor {
  Language language = Language::english;
  bool has_chosen = false;

  // A link of ours, with the language that was chosen. Precondition: it has no query.
  std::string link(const std::string& path) const;
};

// By "lang=ja" in the query, else by what the browser prefers.
Visitor visitor_of(std::string_view query, std::string_view accept_language);

// "en", "ja": in URLs and in HTML.
std::string tag_of(Language language);

}  // namespace rensa::pages
