#include "server/pages/pages.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "server/pages/league_page.h"
#include "server/pages/player_page.h"
#include "server/pages/tournament_page.h"

namespace rensa::pages {

namespace {

constexpr const char* kHtml = "text/html; charset=utf-8";
constexpr const char* kSvgType = "image/svg+xml";

Word word_of_state(live_tournaments::RunState state) {
  switch (state) {
    case live_tournaments::RunState::running:
      return Word::running;
    case live_tournaments::RunState::paused:
      return Word::paused;
    case live_tournaments::RunState::over:
      return Word::over;
    case live_tournaments::RunState::failed:
      break;
  }
  return Word::failed;
}

Standing standing_of(const std::string& id, const live_tournaments::HostedRun& run) {
  return {.id = id,
          .state = word_of_state(run.state()),
          .why_failed = run.state() == live_tournaments::RunState::failed ? run.why_failed() : "",
          .games = run.tournament().games_over(),
          .running = run.games_running(),
          .awaited = run.awaited()};
}

// Differs where a page about it would.
std::string version_of(const Standing& standing, const live_tournaments::HostedRun& run) {
  std::string version = std::to_string(static_cast<int>(standing.state)) + ' ' + std::to_string(standing.games) + ' ' +
                        std::to_string(standing.running) + ' ' + std::to_string(run.kept().events) + ' ' +
                        std::to_string(run.tournament().pairs_decided());
  for (const std::string& guest : standing.awaited) version.append(" ").append(guest);
  return version;
}

std::shared_ptr<contest::ReadRun> copy_of(const live_tournaments::HostedRun& run) {
  return std::make_shared<contest::ReadRun>(
      contest::ReadRun{.plan = run.plan(), .tournament = run.tournament(), .cup = league::Cup(run.plan().cup())});
}

std::shared_ptr<const static_files::Asset> asset_of(const char* type, std::string text) {
  static_files::Asset asset = static_files::asset_of(type, std::move(text));
  asset.varies_by = "Accept-Encoding, Accept-Language";
  return std::make_shared<const static_files::Asset>(std::move(asset));
}

std::shared_ptr<const static_files::Asset> html(std::string text) { return asset_of(kHtml, std::move(text)); }

// nullptr: there is nothing to be drawn.
std::shared_ptr<const static_files::Asset> svg(std::string text) {
  return text.empty() ? nullptr : asset_of(kSvgType, std::move(text));
}

std::shared_ptr<const static_files::Asset> made(const PagePath& path, const Standing& standing, contest::ReadRun& run,
                                        const Visitor& visitor) {
  if (path.kind == PageKind::tournament) return html(tournament_page(visitor, view_of(standing, run)));
  if (path.kind == PageKind::test_plot) return svg(test_plot(visitor, view_of(standing, run), path.scheme));
  const auto view = view_of_player(standing, run, path.player);
  if (!view) return nullptr;
  return path.kind == PageKind::player ? html(player_page(visitor, *view))
                                       : svg(player_plot(visitor, *view, path.scheme));
}

std::string leader_of(contest::ReadRun& run) {
  if (run.tournament.games_over() == 0) return "";
  return run.plan.players[run.cup.ranking(run.tournament).front()].name;
}

// A row of the list that may still lack its leader.
struct Draft {
  LeagueRow row;
  std::uint64_t events = 0;
  std::shared_ptr<contest::ReadRun> run;  // null: the leader is known
};

}  // namespace

Pages::Pages(live_tournaments::Tournaments& tournaments, net::Elsewhere elsewhere)
    : tournaments_(tournaments), leaders_(std::make_shared<Leaders>()), shelf_(std::move(elsewhere)) {}

bool Pages::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  const auto path = page_path_of(request.path);
  if (!path || !is_reading) return false;
  const Visitor visitor = visitor_of(request.query, request.accept_language);
  if (path->kind == PageKind::league) {
    shelf_.give(league(visitor), request, reply);
    return true;
  }
  const live_tournaments::HostedRun* run = tournaments_.find(path->tournament);
  if (run == nullptr) return false;
  const auto has_name = [&path](const contest::Player& player) { return player.name == path->player; };
  const auto& players = run->plan().players;
  if (!path->player.empty() && std::none_of(players.begin(), players.end(), has_name)) return false;
  shelf_.give(page_of(*path, *run, visitor), request, reply);
  return true;
}

Shelf::Wanted Pages::league(const Visitor& visitor) const {
  Shelf::Wanted wanted{.key = visitor.link("/league"), .version = "", .prepare = {}};
  wanted.key += ' ' + tag_of(visitor.language);
  for (const std::string& id : tournaments_.names()) {
    const live_tournaments::HostedRun& run = *tournaments_.find(id);
    wanted.version += id + ' ' + version_of(standing_of(id, run), run) + '\n';
  }
  wanted.prepare = [this, visitor]() -> Shelf::Make {
    std::vector<Draft> drafts;
    for (const std::string& id : tournaments_.names()) {
      const live_tournaments::HostedRun& run = *tournaments_.find(id);
      Draft draft{.row = {.standing = standing_of(id, run),
                          .name = run.plan().name,
                          .formats = {},
                          .most_games = league::most_games(run.plan().stages, run.plan().players.size()),
                          .leader = ""},
                  .events = run.kept().events,
                  .run = nullptr};
      for (const league::StagePlan& stage : run.plan().stages) draft.row.formats.push_back(stage.format);
      const auto leader = leaders_->find(id, draft.events);
      if (leader) draft.row.leader = *leader;
      if (!leader) draft.run = copy_of(run);
      drafts.push_back(std::move(draft));
    }
    return [visitor, leaders = leaders_, drafts = std::move(drafts)] {
      std::vector<LeagueRow> rows;
      for (const Draft& draft : drafts) {
        rows.push_back(draft.row);
        if (!draft.run) continue;
        rows.back().leader = leader_of(*draft.run);
        leaders->keep(draft.row.standing.id, draft.events, rows.back().leader);
      }
      return html(league_page(visitor, rows));
    };
  };
  return wanted;
}

Shelf::Wanted Pages::page_of(const PagePath& path, const live_tournaments::HostedRun& run, const Visitor& visitor) const {
  return {.key = visitor.link(text_of(path)) + ' ' + tag_of(visitor.language),
          .version = version_of(standing_of(path.tournament, run), run),
          .prepare = [&run, path, visitor]() -> Shelf::Make {
            return [path, visitor, standing = standing_of(path.tournament, run), copy = copy_of(run)] {
              return made(path, standing, *copy, visitor);
            };
          }};
}

}  // namespace rensa::pages
