#include "server/pages/bot_page.h"

#include <algorithm>
#include <map>
#include <utility>

#include "server/live_tournaments/live_tournament.h"
#include "server/pages/page_layout.h"
#include "server/pages/tables.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/statistics/standings.h"

namespace rensa::pages {

namespace {

constexpr std::size_t kShownFailures = 50;
constexpr std::size_t kBotNumber = 0;  // of all versions together among the players of all tournaments

void add_counts(tournament::GameCounts& sum, const tournament::GameCounts& more) {
  sum.losses += more.losses;
  sum.draws += more.draws;
  sum.wins += more.wins;
}

void add_pairs(tournament::PairCounts& sum, const tournament::PairCounts& more) {
  for (std::size_t i = 0; i < sum.pairs.size(); ++i) sum.pairs[i] += more.pairs[i];
}

bool is_version_of(const std::string& player, const std::string& bot) {
  const auto found = submissions::bot_of_player(player);
  return found && found->bot == bot;
}

// The results of several tournaments as those of one.
class JoinedResults {
 public:
  explicit JoinedResults(std::string bot) : bot_(std::move(bot)) {}

  void add(const tournament::TournamentSnapshot& run, const tournament::GameResults& results) {
    for (tournament::PairingResult result : results.pairings) {
      result.first = number_of(run.plan.players[result.first].name);
      result.second = number_of(run.plan.players[result.second].name);
      if (result.first == result.second) continue;  // two versions against each other
      if (result.first > result.second) {
        std::swap(result.first, result.second);
        result.games = tournament::reversed(result.games);
        result.pairs = tournament::reversed(result.pairs);
        result.audited = tournament::reversed(result.audited);
      }
      auto& sum = pairings_[{result.first, result.second}];
      sum.first = result.first;
      sum.second = result.second;
      add_counts(sum.games, result.games);
      add_pairs(sum.pairs, result.pairs);
      add_pairs(sum.audited, result.audited);
    }
  }
  std::optional<tournament::Interval> strength() const {
    tournament::GameResults results;
    for (const auto& [players, result] : pairings_) results.pairings.push_back(result);
    results.lost_by.resize(numbers_.size() + 1);
    results.decisions.resize(numbers_.size() + 1);
    for (const auto& standing : tournament::compute_standings(results, numbers_.size() + 1)) {
      if (standing.player == kBotNumber) return standing.elo;
    }
    return std::nullopt;
  }

 private:
  std::size_t number_of(const std::string& player) {
    if (is_version_of(player, bot_)) return kBotNumber;
    return numbers_.try_emplace(player, numbers_.size() + 1).first->second;
  }

  const std::string bot_;
  std::map<std::string, std::size_t> numbers_;  // of the other players
  std::map<std::pair<std::size_t, std::size_t>, tournament::PairingResult> pairings_;
};

void add_failures(const BotEvent& event, std::size_t player, std::vector<BotFailureRow>& failures) {
  const auto& players = event.run.plan.players;
  for (const GameRow& game : latest_games(event.run, player, event.run.progress.pairs().size())) {
    const bool has_lost = game.winner && *game.winner != player;
    if (!has_lost || !live_tournaments::is_failure(game.cause)) continue;
    failures.push_back({.tournament = event.tournament,
                        .player = players[player].name,
                        .opponent = players[game.first == player ? game.second : game.first].name,
                        .game = game.game,
                        .cause = game.cause,
                        .is_public = game.is_public});
  }
}

int version_of(const std::string& player) { return submissions::bot_of_player(player)->version; }

TextId text_id_of_version(submissions::VersionState state) {
  switch (state) {
    case submissions::VersionState::waiting:
      return TextId::version_waiting;
    case submissions::VersionState::refused:
      return TextId::version_refused;
    case submissions::VersionState::unchecked:
      return TextId::version_unchecked;
    case submissions::VersionState::accepted:
      return TextId::version_accepted;
    case submissions::VersionState::entered:
      return TextId::version_entered;
    case submissions::VersionState::replaced:
      return TextId::version_replaced;
  }
  return TextId::version_waiting;
}

// Names the checks that a version has failed, without what its program has printed.
std::string failed_checks_of(const submissions::BotVersion& version) {
  std::string names;
  for (const submissions::CheckFinding& finding : version.checks) {
    if (finding.result == "failed") names.append(names.empty() ? "" : ", ").append(finding.check);
  }
  return names;
}

Markup cell(const Markup& content) { return element("td", {}, {content}); }

Markup versions_table(const Viewer& viewer, const submissions::Bot& bot) {
  const Markup head =
      concatenated({number_head(viewer.say(TextId::version)), column_head(viewer.say(TextId::tournament_state)),
                    column_head(viewer.say(TextId::failed_checks)), column_head(viewer.say(TextId::submitted)),
                    column_head(viewer.say(TextId::bot_language)), column_head(viewer.say(TextId::digest))});
  Markup body;
  for (auto version = bot.versions.rbegin(); version != bot.versions.rend(); ++version) {
    body.add(
        element("tr", {},
                {number_cell(std::to_string(version->number)), cell(viewer.say(text_id_of_version(version->state))),
                 cell(failed_checks_of(*version)), cell(version->uploaded), cell(version->manifest.language),
                 cell(element("code", {}, {version->digest.substr(0, 12)}))}));
  }
  return table({.text = viewer.say(TextId::versions), .visibility = Caption::Visibility::screen_readers}, head, body);
}

Markup strength_line(const Viewer& viewer, const BotView& view) {
  if (view.games.games() == 0) return element("p", {}, {viewer.say(TextId::no_games)});
  std::string text = viewer.say(TextId::games) + " " + std::to_string(view.games.games());
  if (view.strength) {
    text = viewer.say(TextId::elo) + " " + signed_text(view.strength->value) + " " +
           range_text(view.strength->low, view.strength->high) + " · " + text;
  }
  return concatenated(
      {element("p", {}, {text}), element("p", {{"class", "dim"}}, {viewer.say(TextId::bot_rating_note)})});
}

Markup entries_table(const Viewer& viewer, const BotView& view) {
  Markup head =
      concatenated({column_head(viewer.say(TextId::player)), column_head(viewer.say(TextId::tournament_heading)),
                    number_head(viewer.say(TextId::games)), number_head(viewer.say(TextId::won)),
                    number_head(viewer.say(TextId::drawn)), number_head(viewer.say(TextId::lost))});
  Markup body;
  for (const BotEntryRow& row : view.entries) {
    body.add(element("tr", {},
                     {element("th", {{"scope", "row"}}, {player_link(viewer, row.tournament, row.player)}),
                      cell(link_to(viewer, {.kind = PageKind::tournament, .tournament = row.tournament, .player = {}},
                                   isolated_name(row.title))),
                      count_cells(row.games)}));
  }
  return table({.text = viewer.say(TextId::tournaments), .visibility = Caption::Visibility::screen_readers}, head,
               body);
}

Markup failures_table(const Viewer& viewer, const BotView& view) {
  const Markup head = concatenated({column_head(viewer.say(TextId::player)), column_head(viewer.say(TextId::opponent)),
                                    column_head(viewer.say(TextId::failure)), column_head(viewer.say(TextId::replay))});
  Markup body;
  for (const BotFailureRow& row : view.failures) {
    const Markup record = row.is_public ? element("a",
                                                  {{"href", replay_url(row.tournament, row.game)},
                                                   {"aria-label", viewer.say(TextId::replay_of, {row.game})}},
                                                  {viewer.say(TextId::replay)})
                                        : Markup(viewer.say(TextId::replay_not_public_yet));
    body.add(element("tr", {},
                     {element("th", {{"scope", "row"}}, {player_link(viewer, row.tournament, row.player)}),
                      cell(player_link(viewer, row.tournament, row.opponent)), cell(viewer.say(text_id_of(row.cause))),
                      cell(record)}));
  }
  return table({.text = viewer.say(TextId::bot_failures), .visibility = Caption::Visibility::screen_readers}, head,
               body);
}

}  // namespace

BotView make_bot_view(const submissions::Bot& bot, std::vector<BotEvent>& events) {
  BotView view{.bot = bot, .games = {}};
  JoinedResults joined(bot.name);
  for (BotEvent& event : events) {
    const auto summary = tournament::summarise(event.run);
    joined.add(event.run, summary->results);
    for (const tournament::PlayerStanding& standing : summary->standings) {
      const std::string& player = event.run.plan.players[standing.player].name;
      if (!is_version_of(player, bot.name)) continue;
      view.entries.push_back(
          {.tournament = event.tournament, .title = event.run.plan.name, .player = player, .games = standing.games});
      add_counts(view.games, standing.games);
      add_failures(event, standing.player, view.failures);
    }
  }
  view.strength = joined.strength();
  const auto newest_first = [](const auto& one, const auto& two) {
    return version_of(one.player) > version_of(two.player);
  };
  std::stable_sort(view.entries.begin(), view.entries.end(), newest_first);
  std::stable_sort(view.failures.begin(), view.failures.end(), newest_first);
  if (view.failures.size() > kShownFailures) view.failures.resize(kShownFailures);
  return view;
}

std::string bot_page(const Viewer& viewer, const BotView& view) {
  const submissions::Bot& bot = view.bot;
  Markup content = element("p", {}, {viewer.say(TextId::author), ": ", isolated_name(bot.owner)});
  if (bot.removed) {
    const std::string why = bot.removed->empty() ? viewer.say(TextId::bot_removed)
                                                 : viewer.say(TextId::bot_removed_because, {*bot.removed});
    content.add(element("p", {}, {element("em", {}, {why})}));
  }
  content.add(concatenated({heading(viewer, TextId::bot_rating), strength_line(viewer, view)}));
  if (!view.entries.empty()) content.add(entries_table(viewer, view));
  content.add(concatenated({heading(viewer, TextId::versions), versions_table(viewer, bot)}));
  content.add(heading(viewer, TextId::bot_failures));
  content.add(view.failures.empty() ? element("p", {}, {viewer.say(TextId::no_failures)})
                                    : failures_table(viewer, view));
  return page_html(viewer, {.title = bot.name, .tournament = ""}, content);
}

}  // namespace rensa::pages
