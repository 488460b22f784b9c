#include "server/pages/frame.h"

#include <cmath>

#include "server/base/formatted.h"

namespace rensa::pages {

namespace {

using base::formatted;

Markup head_of(const Visitor& visitor, const Frame& frame) {
  const std::string league = text_of(visitor.language, Word::league);
  const std::string title = frame.title == league ? league + " · Rensa" : frame.title + " · " + league + " · Rensa";
  return element("head", {},
                 {childless("meta", {{"charset", "utf-8"}}),
                  childless("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}),
                  element("title", {}, {title}), childless("link", {{"rel", "icon"}, {"href", "/icon.svg"}}),
                  childless("link", {{"rel", "stylesheet"}, {"href", "/style.css"}}),
                  childless("link", {{"rel", "stylesheet"}, {"href", "/league/league.css"}}),
                  element("script", {{"type", "module"}, {"src", "/league/live.js"}}, {})});
}

Markup language_link(const Visitor& visitor, Language language, const char* own_name) {
  const std::string tag = tag_of(language);
  Attributes attributes{{"href", "?lang=" + tag}, {"lang", tag}, {"hreflang", tag}};
  if (visitor.language == language) attributes.push_back({"aria-current", "true"});
  return element("a", attributes, {own_name});
}

// As on the pages that are files, but that their settings need scripts.
Markup header_of(const Visitor& visitor, const Frame& frame) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  const bool is_league_itself = frame.tournament.empty();
  const Markup league =
      element("a", {{"href", visitor.link(text_of(PagePath{}))}, {"aria-current", is_league_itself ? "page" : "true"}},
              {say(Word::league)});
  return together({element("a", {{"class", "skip"}, {"href", "#main"}}, {say(Word::skip)}),
                   element("header", {{"class", "site"}},
                           {element("a", {{"class", "site_name"}, {"href", "/"}}, {"Rensa"}),
                            element("nav", {{"aria-label", say(Word::pages)}},
                                    {element("a", {{"href", "/play"}}, {say(Word::play)}),
                                     element("a", {{"href", "/practice"}}, {say(Word::practice)}),
                                     element("a", {{"href", "/train"}}, {say(Word::training)}), league}),
                            element("nav", {{"class", "languages"}, {"aria-label", say(Word::language)}},
                                    {language_link(visitor, Language::english, "English"),
                                     language_link(visitor, Language::japanese, "日本語")})})});
}

}  // namespace

std::string page(const Visitor& visitor, const Frame& frame, const Markup& content) {
  const Markup html =
      element("html", {{"lang", tag_of(visitor.language)}},
              {head_of(visitor, frame),
               element("body", {{"class", "league"}, {"data-tournament", frame.tournament}},
                       {header_of(visitor, frame),
                        element("main", {{"id", "main"}}, {element("h1", {}, {name(frame.title)}), content})})});
  return "<!doctype html>\n" + html.bytes() + "\n";
}

Markup link_to(const Visitor& visitor, const PagePath& path, const Markup& text) {
  return element("a", {{"href", visitor.link(text_of(path))}}, {text});
}

Markup name(const std::string& text) { return element("bdi", {}, {text}); }

Markup player_link(const Visitor& visitor, const std::string& tournament, const std::string& player) {
  return link_to(visitor, {.kind = PageKind::player, .tournament = tournament, .player = player}, name(player));
}

Markup plot_image(const Visitor& visitor, const PagePath& path, Word title, std::size_t points) {
  const auto source = [&](Scheme scheme) {
    PagePath one = path;
    one.scheme = scheme;
    return visitor.link(text_of(one)) + (visitor.has_chosen ? "&points=" : "?points=") + std::to_string(points);
  };
  return element("picture", {},
                 {childless("source", {{"media", "(prefers-color-scheme: dark)"}, {"srcset", source(Scheme::dark)}}),
                  childless("img", {{"class", "plot"},
                                    {"src", source(Scheme::light)},
                                    {"alt", text_of(visitor.language, title)},
                                    {"width", "640"},
                                    {"height", "240"}})});
}

Markup heading(const Visitor& visitor, Word word) { return element("h2", {}, {text_of(visitor.language, word)}); }

Markup column_head(const std::string& text) { return element("th", {{"scope", "col"}}, {text}); }

Markup number_head(const std::string& text) { return element("th", {{"scope", "col"}, {"class", "number"}}, {text}); }

Markup number_cell(const std::string& text) { return element("td", {{"class", "number"}}, {text}); }

// What scrolls has to be reached by keyboard, and to be called something.
Markup table(const Caption& caption, const Markup& head, const Markup& body) {
  const Attributes attributes =
      caption.shown == Caption::Shown::to_all ? Attributes{} : Attributes{{"class", "unseen"}};
  return element("div", {{"class", "scrolls"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", caption.text}},
                 {element("table", {},
                          {element("caption", attributes, {caption.text}),
                           element("thead", {}, {element("tr", {}, {head})}), element("tbody", {}, {body})}),
                  "\n"});
}

std::string whole(double number) { return formatted("%.0f", number); }
std::string with_sign(double number) {
  constexpr double kShownAsNought = 0.05;
  return formatted("%+.1f", std::abs(number) < kShownAsNought ? 0.0 : number);
}
std::string range(double low, double high) {
  return formatted("[%s, %s]", with_sign(low).c_str(), with_sign(high).c_str());
}

}  // namespace rensa::pages
