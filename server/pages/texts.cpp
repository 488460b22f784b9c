#include "server/pages/texts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "server/net/http.h"

namespace rensa::pages {

namespace {

constexpr std::string_view kLanguageParameter = "lang=";

std::string_view chosen_language_in(std::string_view query) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    if (part.starts_with(kLanguageParameter)) return part.substr(kLanguageParameter.size());
  }
  return {};
}

struct TextEntry {
  std::string_view english;
  std::string_view japanese;
};

constexpr std::array<TextEntry, kTextCount> kTextEntries = {{
#define RENSA_TEXT(id, english, japanese) {english, japanese},
#include "server/pages/texts.inl"
#undef RENSA_TEXT
}};

// Returns the id of the text for an enumerator. The ids begin with `first`, in the order of its enumeration.
template <class Enumerator>
constexpr TextId text_id_at(TextId first, Enumerator enumerator) {
  return static_cast<TextId>(static_cast<std::size_t>(first) + static_cast<std::size_t>(enumerator));
}
static_assert(text_id_at(TextId::format_round_robin, tournament::FormatKind::ladder) == TextId::format_ladder);
static_assert(text_id_at(TextId::cause_choked, duel::Cause::voided) == TextId::cause_voided);
static_assert(text_id_at(TextId::measure_longest_chain, tournament::Measure::hands_per_second) ==
              TextId::measure_hands_per_second);

}  // namespace

std::string language_tag(Language language) { return language == Language::japanese ? "ja" : "en"; }

std::string Viewer::link(const std::string& path) const {
  return has_chosen_language ? path + "?" + std::string(kLanguageParameter) + language_tag(language) : path;
}

Viewer viewer_of(std::string_view query, std::string_view accept_language) {
  const std::string_view chosen = chosen_language_in(query);
  for (const Language language : {Language::english, Language::japanese}) {
    if (chosen == language_tag(language)) return {.language = language, .has_chosen_language = true};
  }
  const bool prefers_japanese =
      net::accept_language_weight(accept_language, "ja") > net::accept_language_weight(accept_language, "en");
  return {.language = prefers_japanese ? Language::japanese : Language::english, .has_chosen_language = false};
}

std::string text_of(Language language, TextId id, std::initializer_list<std::string> values) {
  const TextEntry& entry = kTextEntries[static_cast<std::size_t>(id)];
  const std::string_view text = language == Language::japanese ? entry.japanese : entry.english;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t number = text[i] == '%' && i + 1 < text.size() ? static_cast<std::size_t>(text[i + 1] - '0') : 0;
    if (number >= 1 && number <= values.size()) {
      out += values.begin()[number - 1];
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

TextId text_id_of(tournament::FormatKind format) { return text_id_at(TextId::format_round_robin, format); }
TextId text_id_of(duel::Cause cause) { return text_id_at(TextId::cause_choked, cause); }
TextId text_id_of(tournament::Measure measure) { return text_id_at(TextId::measure_longest_chain, measure); }

}  // namespace rensa::pages
