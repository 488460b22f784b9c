#include "server/pages/page_layout.h"

#include "server/base/formatted.h"
#include "server/base/signed_decimal.h"

namespace rensa::pages {

namespace {

using base::formatted;

// Lets the browser load a font before it knows the styles.
Markup font_link(const std::string& weight) {
  return void_element("link", {{"rel", "preload"},
                               {"as", "font"},
                               {"type", "font/woff"},
                               {"href", "/style/rensa_" + weight + ".woff"},
                               {"crossorigin", ""}});
}

Markup head_of(const Viewer& viewer, const PageFrame& frame) {
  const std::string league = viewer.say(TextId::league);
  const std::string title = frame.title == league ? league + " · Rensa" : frame.title + " · " + league + " · Rensa";
  return element(
      "head", {},
      {void_element("meta", {{"charset", "utf-8"}}),
       void_element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}),
       element("title", {}, {title}), void_element("link", {{"rel", "icon"}, {"href", "/icon.svg"}}), font_link("bold"),
       font_link("text"), void_element("link", {{"rel", "stylesheet"}, {"href", "/style.css"}}),
       void_element("link", {{"rel", "stylesheet"}, {"href", "/league/league.css"}}),
       element("script", {{"type", "module"}, {"src", "/league/live.js"}}, {})});
}

Markup language_link(const Viewer& viewer, Language language, const char* own_name) {
  const std::string tag = language_tag(language);
  Attributes attributes{{"href", "?lang=" + tag}, {"lang", tag}, {"hreflang", tag}};
  if (viewer.language == language) attributes.push_back({"aria-current", "true"});
  return element("a", attributes, {own_name});
}

// Makes the header that the HTML files of clients/web have. The settings need scripts; without scripts, links choose
// the language.
Markup header_of(const Viewer& viewer, const PageFrame& frame) {
  const bool is_league_itself = frame.tournament.empty();
  const Markup league =
      element("a", {{"href", viewer.link(url_of(PagePath{}))}, {"aria-current", is_league_itself ? "page" : "true"}},
              {viewer.say(TextId::league)});
  return concatenated(
      {element("a", {{"class", "skip"}, {"href", "#main"}}, {viewer.say(TextId::skip_to_content)}),
       element("header", {{"class", "site"}},
               {element("a", {{"class", "site_name"}, {"href", "/"}}, {"Rensa"}),
                element("nav", {{"aria-label", viewer.say(TextId::pages_navigation)}},
                        {element("a", {{"href", "/play"}}, {viewer.say(TextId::play_link)}),
                         element("a", {{"href", "/practice"}}, {viewer.say(TextId::practice_link)}),
                         element("a", {{"href", "/train"}}, {viewer.say(TextId::training_link)}),
                         element("a", {{"href", "/tv"}}, {viewer.say(TextId::tv_link)}), league}),
                element("noscript", {},
                        {element("nav", {{"class", "languages"}, {"aria-label", viewer.say(TextId::language)}},
                                 {language_link(viewer, Language::english, "English"),
                                  language_link(viewer, Language::japanese, "日本語")})}),
                element("button", {{"type", "button"}, {"id", "settings"}}, {viewer.say(TextId::settings)})})});
}

}  // namespace

std::string page_html(const Viewer& viewer, const PageFrame& frame, const Markup& content) {
  const Markup html =
      element("html", {{"lang", language_tag(viewer.language)}},
              {head_of(viewer, frame),
               element("body", {{"class", "league"}, {"data-tournament", frame.tournament}},
                       {header_of(viewer, frame),
                        element("main", {{"id", "main"}},
                                {element("div", {{"class", "page_head"}},
                                         {element("h1", {}, {isolated_name(frame.title)}), frame.below_title}),
                                 content})})});
  return "<!doctype html>\n" + html.html() + "\n";
}

Markup link_to(const Viewer& viewer, const PagePath& path, const Markup& text) {
  return element("a", {{"href", viewer.link(url_of(path))}}, {text});
}

Markup isolated_name(const std::string& text) { return element("bdi", {}, {text}); }

Markup player_link(const Viewer& viewer, const std::string& tournament, const std::string& player) {
  return link_to(viewer, {.kind = PageKind::player, .tournament = tournament, .player = player}, isolated_name(player));
}

Markup plot_image(const Viewer& viewer, const PagePath& path, TextId title, std::size_t points) {
  const auto source = [&](ColourScheme scheme) {
    PagePath one = path;
    one.scheme = scheme;
    return viewer.link(url_of(one)) + (viewer.has_chosen_language ? "&points=" : "?points=") + std::to_string(points);
  };
  return element(
      "picture", {},
      {void_element("source", {{"media", "(prefers-color-scheme: dark)"}, {"srcset", source(ColourScheme::dark)}}),
       void_element("img", {{"class", "plot"},
                            {"src", source(ColourScheme::light)},
                            {"alt", viewer.say(title)},
                            {"width", "640"},
                            {"height", "240"}})});
}

Markup heading(const Viewer& viewer, TextId id) { return element("h2", {}, {viewer.say(id)}); }

Markup column_head(const std::string& text) { return element("th", {{"scope", "col"}}, {text}); }

Markup number_head(const std::string& text) { return element("th", {{"scope", "col"}, {"class", "number"}}, {text}); }

Markup number_cell(const std::string& text) { return element("td", {{"class", "number"}}, {text}); }

// A scrollable element has to be reachable by keyboard, and to have a name.
Markup table(const Caption& caption, const Markup& head, const Markup& body) {
  const Attributes attributes =
      caption.visibility == Caption::Visibility::visible ? Attributes{} : Attributes{{"class", "unseen"}};
  return element("div", {{"class", "scrolls"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", caption.text}},
                 {element("table", {},
                          {element("caption", attributes, {caption.text}),
                           element("thead", {}, {element("tr", {}, {head})}), element("tbody", {}, {body})}),
                  "\n"});
}

std::string integer_text(double number) { return formatted("%.0f", number); }
std::string grouped_text(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text;
}
std::string signed_text(double number) { return base::signed_decimal(number); }
std::string range_text(double low, double high) {
  return formatted("[%s, %s]", signed_text(low).c_str(), signed_text(high).c_str());
}

}  // namespace rensa::pages
