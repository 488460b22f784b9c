#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "server/pages/texts.h"
#include "server/pages/views.h"
#include "server/submissions/bot.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/statistics/elo.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::pages {

// The page of a bot that its author has submitted: its versions, its rating over all tournaments of this server, and
// the games that it has lost by a failure.

// A tournament in which versions of the bot play.
struct BotEvent {
  std::string tournament;  // its id
  tournament::TournamentSnapshot run;
};

// A version as a player of a tournament.
struct BotEntryRow {
  std::string tournament;
  std::string title;  // the name of the tournament
  std::string player;
  tournament::GameCounts games;
};

// A game that a version has lost by a failure.
struct BotFailureRow {
  std::string tournament;
  std::string player;
  std::string opponent;
  std::string game;  // its id in the API
  duel::Cause cause = duel::Cause::crashed;
  bool is_public = true;  // of its record
};

struct BotView {
  submissions::Bot bot;
  tournament::GameCounts games;                    // of all versions in all tournaments
  std::optional<tournament::Interval> strength{};  // Elo over all of them; nullopt: it has no bound, or no games
  std::vector<BotEntryRow> entries{};              // the newest versions first
  std::vector<BotFailureRow> failures{};           // the newest first
};
// All versions count as one player. Players of one name in several tournaments count as one, too. Strengths are Elo
// among all players of these tournaments, with mean 0.
BotView make_bot_view(const submissions::Bot& bot, std::vector<BotEvent>& events);

std::string bot_page(const Viewer& viewer, const BotView& view);

}  // namespace rensa::pages
