#include "server/pages/games_table.h"

namespace rensa::pages {

namespace {

Markup replay_link(const Visitor& visitor, const std::string& tournament, const GameRow& row) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  if (!row.is_public) return say(Word::replay_later);
  return element("a",
                 {{"href", replay_of(tournament, row.game)},
                  {"aria-label", text_of(visitor.language, Word::replay_of, {row.game})}},
                 {say(Word::replay)});
}

// The replay stands before the names: on a phone what comes after them is out of sight.
Markup row_of(const Visitor& visitor, const GamesOf& of, const GameRow& row) {
  const auto player = [&](std::size_t number) {
    return player_link(visitor, of.tournament, of.plan.players[number].name);
  };
  const Markup winner = row.winner ? player(*row.winner) : Markup(text_of(visitor.language, Word::draw));
  return element(
      "tr", {},
      {element("th", {{"scope", "row"}}, {row.game}), element("td", {}, {replay_link(visitor, of.tournament, row)}),
       element("td", {}, {player(row.first)}), element("td", {}, {player(row.second)}), element("td", {}, {winner}),
       element("td", {}, {text_of(visitor.language, word_of(row.cause))})});
}

}  // namespace

Markup games_section(const Visitor& visitor, Word title, const GamesOf& of) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  if (of.games.empty()) return element("p", {}, {say(Word::no_games)});
  Markup body;
  for (const GameRow& row : of.games) body.add(row_of(visitor, of, row));
  return table(
      {.text = say(title), .shown = Caption::Shown::to_readers},
      together({column_head(say(Word::game)), column_head(say(Word::replay)), column_head(say(Word::player) + " 1"),
                column_head(say(Word::player) + " 2"), column_head(say(Word::winner)), column_head(say(Word::cause))}),
      body);
}

}  // namespace rensa::pages
