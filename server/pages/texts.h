#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/duel/outcome.h"
#include "server/tournament/formats/stage_plan.h"
#include "server/tournament/statistics/performance.h"

namespace rensa::pages {

// The texts of the pages in each language, and the language of the viewer of a page.

enum class Language : std::uint8_t { english, japanese };

enum class TextId : std::uint8_t {
#define RENSA_TEXT(id, english, japanese) id,
#include "server/pages/texts.inl"
#undef RENSA_TEXT
};
inline constexpr auto kTextCount = static_cast<std::size_t>(TextId::measure_hands_per_second) + 1;

// Replaces %1, %2 ... by the values.
std::string text_of(Language language, TextId id, std::initializer_list<std::string> values = {});

// The person who looks at a page. Links carry the language if it was chosen on a page.
struct Viewer {
  Language language = Language::english;
  bool has_chosen_language = false;

  std::string say(TextId id, std::initializer_list<std::string> values = {}) const {
    return text_of(language, id, values);
  }
  // Returns the URL of a page of this site, with the chosen language. Precondition: the path has no query.
  std::string link(const std::string& path) const;
};

// Takes the language from "lang=ja" in the query, or else the one that the browser prefers.
Viewer viewer_of(std::string_view query, std::string_view accept_language);

// Returns "en" or "ja", as URLs and HTML name the language.
std::string language_tag(Language language);

TextId text_id_of(tournament::FormatKind format);
TextId text_id_of(duel::Cause cause);
TextId text_id_of(tournament::Measure measure);

}  // namespace rensa::pages
