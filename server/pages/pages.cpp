#include "server/pages/pages.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "server/base/public_text.h"
#include "server/pages/bot_page.h"
#include "server/pages/tournament_page.h"

namespace rensa::pages {

namespace {

constexpr const char* kHtml = "text/html; charset=utf-8";
constexpr const char* kSvgType = "image/svg+xml";

TextId text_id_of_state(const live_tournaments::LiveTournament& run) {
  switch (run.announced_state()) {
    case live_tournaments::RunState::running:
      return TextId::state_running;
    case live_tournaments::RunState::paused:
      return run.storage_error().empty() ? TextId::state_paused : TextId::state_waiting_for_store;
    case live_tournaments::RunState::waiting:
      return TextId::state_waiting;
    case live_tournaments::RunState::over:
      return TextId::state_over;
    case live_tournaments::RunState::failed:
      break;
  }
  return TextId::state_failed;
}

// Without the list of running games.
TournamentStatus summary_of(const std::string& id, const live_tournaments::LiveTournament& run) {
  return {
      .id = id,
      .state = text_id_of_state(run),
      .why_failed = run.state() == live_tournaments::RunState::failed ? base::without_folders(run.why_failed()) : "",
      .games = run.saved_progress().games_finished(),
      .running = run.games_running(),
      .awaited = run.missing_remote_players()};
}

TournamentStatus tournament_status_of(const std::string& id, const live_tournaments::LiveTournament& run) {
  TournamentStatus status = summary_of(id, run);
  for (const auto& [game, match, players] : run.games_in_matches()) {
    // A pair that was scheduled just now may not be saved yet.
    const bool is_saved = static_cast<std::size_t>(game.pair) < run.saved_progress().pairs().size();
    status.running_games.push_back(
        {.match = static_cast<std::uint64_t>(match),
         .first = players[0],
         .second = players[1],
         .place = is_saved ? place_of(run.plan(), run.saved_progress(), game) : GamePlace()});
  }
  return status;
}

// The digest of the plan tells a tournament from a deleted one with its id.
std::string journal_version_of(const live_tournaments::LiveTournament& run) {
  return std::to_string(run.plan_digest()) + ' ' + std::to_string(run.lines_saved());
}

// Returns a text that changes whenever a page about the tournament changes.
std::string page_version_of(const TournamentStatus& status, const live_tournaments::LiveTournament& run) {
  std::string version = std::to_string(static_cast<int>(status.state)) + ' ' + std::to_string(status.games) + ' ' +
                        std::to_string(status.running) + ' ' + journal_version_of(run);
  for (const std::string& guest : status.awaited) version.append(" ").append(guest);
  for (const RunningGameRow& game : status.running_games) version.append(" m").append(std::to_string(game.match));
  return version;
}

std::shared_ptr<const static_files::Asset> make_page_asset(const char* type, std::string text) {
  static_files::Asset asset = static_files::make_asset(type, std::move(text));
  asset.varies_by = "Accept-Encoding, Accept-Language";
  return std::make_shared<const static_files::Asset>(std::move(asset));
}

std::shared_ptr<const static_files::Asset> html(std::string text) { return make_page_asset(kHtml, std::move(text)); }

// Makes an asset of an SVG image; nullptr if the text is empty.
std::shared_ptr<const static_files::Asset> svg_asset(std::string text) {
  return text.empty() ? nullptr : make_page_asset(kSvgType, std::move(text));
}

std::shared_ptr<const static_files::Asset> make_page(const PagePath& path, const TournamentStatus& status,
                                                     tournament::TournamentSnapshot& run, const Viewer& viewer) {
  if (path.kind == PageKind::tournament) return html(tournament_page(viewer, make_tournament_view(status, run)));
  if (path.kind == PageKind::sprt_plot)
    return svg_asset(sprt_plot(viewer, make_tournament_view(status, run), path.scheme));
  const auto view = make_player_view(status, run, path.player);
  if (!view) return nullptr;
  return path.kind == PageKind::player ? html(player_page(viewer, *view))
                                       : svg_asset(player_plot(viewer, *view, path.scheme));
}

// Adds the names of the first players, and of those who play now.
void add_names(LeagueRow& row, const std::vector<tournament::PlayerEntry>& players) {
  constexpr std::size_t kMostEntrants = 12;
  constexpr std::size_t kMostLiveGames = 4;
  for (std::size_t i = 0; i < std::min(kMostEntrants, players.size()); ++i) row.entrants.push_back(players[i].name);
  for (const RunningGameRow& game : row.status.running_games) {
    if (row.live.size() == kMostLiveGames) break;
    row.live.push_back(
        {.match = game.match, .players = {players[game.first].name, players[game.second].name}, .place = game.place});
  }
}

// A row of the list of tournaments. Its best players and game may have to be computed in the background.
struct UnfinishedLeagueRow {
  LeagueRow row;
  LeagueBestCache::Version version{};
  std::shared_ptr<tournament::TournamentSnapshot> run;  // null: they are known
};

}  // namespace

Pages::Pages(live_tournaments::TournamentRegistry& tournaments, net::RunInBackground run_in_background)
    : tournaments_(tournaments),
      league_best_(std::make_shared<LeagueBestCache>()),
      cache_(std::move(run_in_background)) {}

bool Pages::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  const auto path = parse_page_path(request.path);
  if (!path || !is_reading) return false;
  const Viewer viewer = viewer_of(request.query, request.accept_language);
  if (path->kind == PageKind::league) {
    cache_.answer(league(viewer), request, reply);
    return true;
  }
  if (path->kind == PageKind::bot) {
    const submissions::Bot* const bot = submissions_ == nullptr ? nullptr : submissions_->find(path->player);
    if (bot != nullptr) cache_.answer(page_of_bot(*bot, viewer), request, reply);
    return bot != nullptr;
  }
  const live_tournaments::LiveTournament* run = tournaments_.find(path->tournament);
  if (run == nullptr) return false;
  const auto has_name = [&path](const tournament::PlayerEntry& player) { return player.name == path->player; };
  const auto& players = run->plan().players;
  if (!path->player.empty() && std::none_of(players.begin(), players.end(), has_name)) return false;
  cache_.answer(page_of(*path, *run, viewer), request, reply);
  return true;
}

// The tournaments in which a version of the bot plays.
PageCache::PageRequest Pages::page_of_bot(const submissions::Bot& bot, const Viewer& viewer) const {
  std::vector<std::string> ids;
  std::string version = submissions::text_of_bot(bot);
  for (const std::string& id : tournaments_.names()) {
    const live_tournaments::LiveTournament& run = *tournaments_.find(id);
    const auto& players = run.plan().players;
    const bool is_there = std::any_of(players.begin(), players.end(), [&bot](const tournament::PlayerEntry& player) {
      const auto found = submissions::bot_of_player(player.name);
      return found && found->bot == bot.name;
    });
    if (!is_there) continue;
    ids.push_back(id);
    version.append(id).append(" ").append(journal_version_of(run)).append("\n");
  }
  return {.key = viewer.link(url_of({.kind = PageKind::bot, .tournament = {}, .player = bot.name})) + ' ' +
                 language_tag(viewer.language),
          .version = std::move(version),
          .prepare = [this, viewer, bot, ids = std::move(ids)]() -> PageCache::MakePage {
            auto events = std::make_shared<std::vector<BotEvent>>();
            for (const std::string& id : ids) {
              const live_tournaments::LiveTournament* const run = tournaments_.find(id);
              if (run != nullptr) events->push_back({.tournament = id, .run = run->snapshot()});
            }
            return [viewer, bot, events] { return html(bot_page(viewer, make_bot_view(bot, *events))); };
          }};
}

PageCache::PageRequest Pages::league(const Viewer& viewer) const {
  PageCache::PageRequest wanted{.key = viewer.link("/league"), .version = "", .prepare = {}};
  wanted.key += ' ' + language_tag(viewer.language);
  for (const std::string& id : tournaments_.names()) {
    const live_tournaments::LiveTournament& run = *tournaments_.find(id);
    wanted.version += id + ' ' + page_version_of(tournament_status_of(id, run), run) + '\n';
  }
  for (const auto& [id, reason] : tournaments_.unreadable()) wanted.version += id + ' ' + reason + '\n';
  wanted.prepare = [this, viewer]() -> PageCache::MakePage {
    std::vector<UnfinishedLeagueRow> drafts;
    for (const std::string& id : tournaments_.names()) {
      const live_tournaments::LiveTournament& run = *tournaments_.find(id);
      UnfinishedLeagueRow draft{
          .row = {.status = tournament_status_of(id, run),
                  .name = run.plan().name,
                  .formats = {},
                  .most_games = tournament::max_games(run.plan().stages, run.plan().players.size()),
                  .best = {},
                  .starts = run.plan().starts,
                  .players = run.plan().players.size()},
          .version = {.plan_digest = run.plan_digest(), .events = run.lines_saved()},
          .run = nullptr};
      for (const tournament::StagePlan& stage : run.plan().stages) draft.row.formats.push_back(stage.format);
      add_names(draft.row, run.plan().players);
      const auto best = league_best_->find(id, draft.version);
      if (best) draft.row.best = *best;
      if (!best) draft.run = std::make_shared<tournament::TournamentSnapshot>(run.snapshot());
      drafts.push_back(std::move(draft));
    }
    for (const auto& [id, reason] : tournaments_.unreadable()) {
      drafts.push_back({.row = {.status = {.id = id,
                                           .state = TextId::state_unreadable,
                                           .why_failed = base::without_folders(reason),
                                           .awaited = {}},
                                .name = id,
                                .formats = {},
                                .most_games = std::nullopt,
                                .best = {}},
                        .run = nullptr});
    }
    return [viewer, known = league_best_, drafts = std::move(drafts)] {
      std::vector<LeagueRow> rows;
      for (const UnfinishedLeagueRow& draft : drafts) {
        rows.push_back(draft.row);
        if (!draft.run) continue;
        rows.back().best = league_best_of(*draft.run);
        known->keep(draft.row.status.id, draft.version, rows.back().best);
      }
      return html(league_page(viewer, rows));
    };
  };
  return wanted;
}

PageCache::PageRequest Pages::page_of(const PagePath& path, const live_tournaments::LiveTournament& run,
                                      const Viewer& viewer) const {
  return {.key = viewer.link(url_of(path)) + ' ' + language_tag(viewer.language),
          .version = page_version_of(tournament_status_of(path.tournament, run), run),
          .prepare = [&run, path, viewer]() -> PageCache::MakePage {
            return [path, viewer, status = tournament_status_of(path.tournament, run),
                    copy = std::make_shared<tournament::TournamentSnapshot>(run.snapshot())] {
              return make_page(path, status, *copy, viewer);
            };
          }};
}

}  // namespace rensa::pages
