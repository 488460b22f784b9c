#include "clients/cli/check/continued_game.h"

#include <array>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "clients/cli/tournament/local_tournament.h"
#include "engine/record/codec.h"
#include "engine/rules/ruleset.h"
#include "server/app/check/program_output.h"
#include "server/app/plan_lookup.h"
#include "server/app/private_server.h"
#include "server/base/atomic_file.h"
#include "server/base/temporary_folder.h"
#include "server/match/arrangement.h"
#include "server/tournament/journal/event.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The names of the players in the plan, by seat. The files with their output have these names, too.
constexpr std::array kSeatNames = {"seat-1", "seat-2"};

// A game of its own. The player whose name is first in the alphabet has seat one. The first missed or refused answer
// ends the game.
tournament::TournamentPlan plan_of(const ContinuedGameOptions& options) {
  const rules::Ruleset& ruleset = options.opening.setup.ruleset;
  json players = options.players;
  for (std::size_t seat = 0; seat < 2; ++seat) players[seat]["name"] = kSeatNames[seat];
  const json plan = {{"name", "repro"},
                     {"seed", 1},
                     {"format", "knock-out"},
                     {"best_of", 1},
                     {"audit", 0},
                     {"clock", ruleset.pacing == rules::Pacing::turns ? "turns" : "virtual"},
                     {"missed", 1},
                     {"refused", 1},
                     {"bench_after", 0},
                     {"ruleset", ruleset.id},
                     {"players", players}};
  return plan_of_generated_text(plan.dump(), "repro");
}

// A drawn game is followed by another one, which does not count here.
bool is_first_game(const fs::path& file) {
  const auto game = tournament::game_of_name(file.stem().string());
  return game && game->pair == 0 && game->leg == 0;
}

record::Record record_in(const fs::path& folder) {
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    if (!is_first_game(entry.path())) continue;
    record::DecodeResult decoded = record::decode(base::read_binary_file(entry.path()));
    if (decoded.record) return *std::move(decoded.record);
  }
  throw std::runtime_error("the game was void: it has no result");
}

}  // namespace

std::optional<ContinuedGame> play_continued_game(const ContinuedGameOptions& options) {
  const rules::Ruleset& ruleset = options.opening.setup.ruleset;
  if (const rules::Ruleset* published = rules::find_ruleset(ruleset.id);
      published == nullptr || *published != ruleset) {
    throw std::runtime_error("the record has a ruleset of its own, and players only know the published ones");
  }
  const tournament::TournamentPlan plan = plan_of(options);
  app::check_private_server(plan, app::find_programs(), options.isolation);
  const base::TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  const auto ignore = [](const auto&) {};
  const bool is_over = app::play_on_private_server(
      plan, run,
      {.jobs = 1,
       .should_stop = options.should_stop,
       .on_progress = ignore,
       .log = ignore,
       .programs = app::find_programs(),
       .isolation = options.isolation,
       .opening = std::make_shared<const match::Opening>(match::Opening{options.opening, options.clock})});
  if (!is_over) return std::nullopt;
  ContinuedGame game{
      .record = record_in(run / "games"),
      .last_outputs = {app::last_output_in(run, kSeatNames[0]), app::last_output_in(run, kSeatNames[1])}};
  game.record.players = options.names;
  return game;
}

}  // namespace rensa::cli
