#include <algorithm>
#include <array>

#include "engine/duel/outcome.h"
#include "server/base/formatted.h"
#include "server/pages/page_layout.h"
#include "server/pages/page_path.h"
#include "server/pages/tournament_parts.h"

namespace rensa::pages {

namespace {

// Returns the length of a game as text, such as "0:52". A turn game has no such length.
std::string length_text(const GameList& list, const GameRow& row) {
  constexpr std::int64_t kFramesPerSecond = 60;
  if (list.plan.ruleset.pacing != rules::Pacing::frames || row.clock == 0) return "";
  const std::int64_t seconds = row.clock / kFramesPerSecond;
  return base::formatted("%d:%02d", static_cast<int>(seconds / 60), static_cast<int>(seconds % 60));
}

// Returns what happened in a game, such as "12-chain · 0:52". The usual end of a game is not told.
std::string facts_text(const Viewer& viewer, const GameList& list, const GameRow& row) {
  const std::int64_t longest = std::max(row.chains[0], row.chains[1]);
  const std::string chain = longest > 1 ? viewer.say(TextId::chain_of, {std::to_string(longest)}) : "";
  const std::string cause = row.cause == duel::Cause::choked ? "" : viewer.say(text_id_of(row.cause));
  const std::string later = row.is_public ? "" : viewer.say(TextId::replay_not_public_yet);
  std::string text;
  for (const std::string& fact : {chain, length_text(list, row), cause, later}) {
    if (fact.empty()) continue;
    if (!text.empty()) text += " · ";
    text += fact;
  }
  return text;
}

// Formats are written in lower case, since they stand inside of a line.
std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

Markup side_of(const GameList& list, const GameRow& row, std::size_t player) {
  const bool has_lost = row.winner && row.winner != player;
  const char* style = row.winner == player ? "game_side won" : has_lost ? "game_side lost" : "game_side";
  return element("span", {{"class", style}}, {isolated_name(list.plan.players[player].name)});
}

Markup line_of(const Viewer& viewer, const GameList& list, const GameRow& row) {
  const std::string name = game_name(viewer, row.place);
  const char* score = !row.winner ? "½ – ½" : row.winner == row.first ? "1 – 0" : "0 – 1";
  const Markup told = concatenated(
      {side_of(list, row, row.first), " ", element("span", {{"class", "game_score"}}, {score}), " ",
       side_of(list, row, row.second), " ", element("span", {{"class", "game_facts"}}, {facts_text(viewer, list, row)}),
       " ", element("span", {{"class", "game_name"}}, {name})});
  if (!row.is_public) return element("li", {}, {element("span", {{"class", "game_line"}}, {told}), "\n"});
  const std::string replay = ", " + viewer.say(TextId::replay_of_game);
  return element("li", {},
                 {element("a", {{"class", "game_line"}, {"href", replay_url(list.tournament, row.game)}},
                          {told, element("span", {{"class", "unseen"}}, {replay})}),
                  "\n"});
}

Markup lines_of(const Viewer& viewer, const GameList& list, std::size_t begin, std::size_t end) {
  Markup lines;
  for (std::size_t i = begin; i < end; ++i) lines.add(line_of(viewer, list, list.games[i]));
  return element("ul", {{"class", "game_lines"}}, {lines});
}

}  // namespace

std::string round_name(const Viewer& viewer, int round, int rounds) {
  constexpr std::array kLastRounds{TextId::final_round, TextId::semi_finals, TextId::quarter_finals};
  const auto after = static_cast<std::size_t>(rounds - 1 - round);
  return after < kLastRounds.size() ? viewer.say(kLastRounds[after])
                                    : viewer.say(TextId::round, {std::to_string(round + 1)});
}

std::string game_name(const Viewer& viewer, const GamePlace& place) {
  std::string part;
  if (place.format == tournament::FormatKind::knock_out) {
    part = place.is_for_third_place ? viewer.say(TextId::match_for_third_place)
                                    : round_name(viewer, place.round, place.rounds);
  } else if (place.format == tournament::FormatKind::double_knock_out) {
    part = viewer.say(TextId::match_number, {std::to_string(place.match + 1)});
  } else if (place.has_stages) {
    part = capitalised(viewer.say(text_id_of(place.format)));
  }
  const std::string number = std::to_string(place.number);
  if (place.number == 0) return part;
  return part.empty() ? viewer.say(TextId::game_number, {number}) : viewer.say(TextId::game_of_round, {part, number});
}

Markup pair_lines(const Viewer& viewer, const std::vector<PairLine>& lines) {
  const auto side = [](const std::string& name) {
    return element("span", {{"class", "game_side"}}, {isolated_name(name)});
  };
  Markup list;
  for (const PairLine& line : lines) {
    Markup told = concatenated({side(line.players[0]), " ", element("span", {{"class", "game_score"}}, {"–"}), " ",
                                side(line.players[1]), " ", element("span", {{"class", "game_facts"}}, {line.name})});
    if (!line.match) {
      list.add(element("li", {}, {element("span", {{"class", "game_line"}}, {told}), "\n"}));
      continue;
    }
    told.add(concatenated({" ", element("span", {{"class", "game_watch"}}, {viewer.say(TextId::watch)})}));
    list.add(element("li", {},
                     {element("a", {{"class", "game_line is_live"}, {"href", watch_url(*line.match)}}, {told}), "\n"}));
  }
  return element("ul", {{"class", "game_lines pair_lines"}}, {list});
}

Markup chain_game_card(const Viewer& viewer, const ChainGame& game) {
  const auto side = [](const std::string& name, const char* style) {
    return element("span", {{"class", style}}, {isolated_name(name)});
  };
  return element("a", {{"class", "chain_game"}, {"href", game.address}},
                 {element("span", {{"class", "cup_title"}}, {viewer.say(TextId::story_longest_chain)}), " ",
                  element("strong", {{"class", "chain_number"}, {"data-links", std::to_string(game.links)}},
                          {viewer.say(TextId::chain_of, {std::to_string(game.links)})}),
                  " ",
                  element("span", {{"class", "cup_players"}},
                          {side(game.player, "cup_player won"), " ", element("span", {}, {"–"}), " ",
                           side(game.opponent, "cup_player")}),
                  " ", element("span", {{"class", "button"}}, {viewer.say(TextId::story_see)})});
}

Markup games_section(const Viewer& viewer, const GameList& list) {
  if (list.games.empty()) return element("p", {}, {viewer.say(TextId::no_games)});
  const std::size_t shown = std::min(list.shown, list.games.size());
  Markup out = lines_of(viewer, list, 0, shown);
  if (shown == list.games.size()) return out;
  const TextId more = list.games.size() < list.games_of_all ? TextId::earlier_games : TextId::all_games;
  out.add(element("details", {{"class", "more_games"}},
                  {element("summary", {}, {viewer.say(more)}), lines_of(viewer, list, shown, list.games.size())}));
  return out;
}

}  // namespace rensa::pages
