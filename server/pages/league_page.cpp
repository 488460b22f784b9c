#include "server/pages/league_page.h"

#include "server/pages/frame.h"
#include "server/pages/tournament_page.h"

namespace rensa::pages {

namespace {

Markup row_of(const Visitor& visitor, const LeagueRow& row) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  const std::string& id = row.standing.id;
  const Markup title = link_to(visitor, {.kind = PageKind::tournament, .tournament = id, .player = {}}, name(row.name));
  return element("tr", {},
                 {element("th", {{"scope", "row"}}, {title}), element("td", {}, {formats_text(visitor, row.formats)}),
                  element("td", {}, {say(row.standing.state)}),
                  number_cell(games_text(visitor, row.standing.games, row.most_games)),
                  element("td", {}, {row.leader.empty() ? Markup() : player_link(visitor, id, row.leader)})});
}

}  // namespace

std::string league_page(const Visitor& visitor, const std::vector<LeagueRow>& rows) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  Markup content;
  if (rows.empty()) {
    content = element("p", {}, {say(Word::no_tournaments)});
  } else {
    Markup head;
    for (const Word word : {Word::tournament, Word::format, Word::state}) head.add(column_head(say(word)));
    head.add(together({number_head(say(Word::games)), column_head(say(Word::leader))}));
    Markup body;
    for (const LeagueRow& row : rows) body.add(row_of(visitor, row));
    content = table({.text = say(Word::tournaments)}, head, body);
  }
  return page(visitor, {.title = say(Word::league), .tournament = ""}, content);
}

}  // namespace rensa::pages
