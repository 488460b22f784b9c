#include "server/pages/visitor.h"

#include <algorithm>

#include "server/net/accept.h"

namespace rensa::pages {

namespace {

constexpr std::string_view kKey = "lang=";

std::string_view chosen_in(std::string_view query) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    if (part.starts_with(kKey)) return part.substr(kKey.size());
  }
  return {};
}

}  // namespace

std::string tag_of(Language language) { return language == Language::japanese ? "ja" : "en"; }

std::string Visitor::link(const std::string& path) const {
  return has_chosen ? path + "?" + std::string(kKey) + tag_of(language) : path;
}

Visitor visitor_of(std::string_view query, std::string_view accept_language) {
  const std::string_view chosen = chosen_in(query);
  for (const Language language : {Language::english, Language::japanese}) {
    if (chosen == tag_of(language)) return {.language = language, .has_chosen = true};
  }
  const bool prefers_japanese =
      net::language_weight_in(accept_language, "ja") > net::language_weight_in(accept_language, "en");
  return {.language = prefers_japanese ? Language::japanese : Language::english, .has_chosen = false};
}

}  // namespace rensa::pages
