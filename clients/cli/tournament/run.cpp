#include "clients/cli/tournament/run.h"

#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "clients/cli/match/tally.h"
#include "clients/cli/record/record_file.h"
#include "clients/cli/tournament/journal_file.h"
#include "engine/players/recorder.h"

namespace rensa::cli {

namespace {

constexpr int kClockBetweenLooks = 36'000;

std::array<std::string, 2> names_in(const MatchSetup& setup, const PlannedGame& planned) {
  std::array<std::string, 2> names;
  for (const duel::Seat seat : duel::kSeats) {
    names[duel::index_of(seat)] = setup.entrants[static_cast<std::size_t>(planned.entrant_at(seat))].name;
  }
  return names;
}

// Where the threads fetch games and bring what came of them.
class Desk {
 public:
  Desk(const TournamentPlan& plan, const std::filesystem::path& folder, const TournamentOptions& options)
      : plan_(plan),
        folder_(folder),
        options_(options),
        journal_(journal_in(folder), digest_of(plan)),
        tournament_(schedule_of(plan)) {
    for (const league::Event& event : journal_.events()) {
      if (!tournament_.apply(event)) throw std::runtime_error(journal_in(folder).string() + ": it contradicts itself");
    }
    if (tournament_.games_running() > 0) take_down(league::Restarted{});
  }

  void work() {
    try {
      while (const auto game = fetch()) {
        const auto ended = play(*game);
        if (!ended) return;
        bring(*ended);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      is_stopped_ = true;
    }
  }

  league::Tournament leave() {
    if (error_) std::rethrow_exception(error_);
    return tournament_;
  }

 private:
  void take_down(const league::Event& event) {
    tournament_.apply(event);
    journal_.append(event);
  }

  std::optional<league::GameToPlay> fetch() {
    const std::lock_guard lock(mutex_);
    if (is_stopped_ || options_.stop()) return std::nullopt;
    auto game = tournament_.next();
    for (; game; game = tournament_.next()) {
      take_down(league::GameStarted{game->id});
      if (!std::filesystem::exists(record_in(folder_, game->id))) break;
      take_down(league::GameVoided{.game = game->id, .why = "there is a record of it already"});
    }
    return game;
  }

  // nullopt: it was broken off.
  std::optional<league::GameEnded> play(const league::GameToPlay& game) {
    const MatchSetup setup = match_of(plan_, game.players);
    const PlannedGame planned = game_of(plan_, game.id.pair, game.id.leg);
    players::Recorder recorder({.ruleset = setup.ruleset, .seed = planned.seed, .queue = std::nullopt},
                               names_in(setup, planned));
    MatchGame played(setup, planned, &recorder);
    while (!played.run().over()) {
      played.run().play_until(played.run().game().clock() + kClockBetweenLooks);
      if (!played.run().over() && (is_stopped_ || options_.stop())) return std::nullopt;
    }
    const duel::Outcome outcome = played.finish().outcome;
    write_record_file(record_in(folder_, game.id), recorder.finish(played.run().game(), outcome));
    return league::GameEnded{.game = game.id, .winner = winner_of(planned, outcome), .cause = outcome.cause};
  }

  void bring(const league::GameEnded& ended) {
    const std::lock_guard lock(mutex_);
    journal_.append(ended);
    journal_.sync();
    tournament_.apply(ended);
    options_.tell(tournament_);
  }

  const TournamentPlan& plan_;
  const std::filesystem::path folder_;
  const TournamentOptions& options_;
  std::mutex mutex_;
  JournalFile journal_;
  league::Tournament tournament_;
  std::atomic<bool> is_stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace

std::filesystem::path journal_in(const std::filesystem::path& folder) { return folder / "journal.jsonl"; }

std::filesystem::path record_in(const std::filesystem::path& folder, const league::GameId& game) {
  std::string name = std::to_string(game.pair);
  name.append("-").append(std::to_string(game.leg));
  if (game.attempt > 0) name.append("-").append(std::to_string(game.attempt));
  return folder / "games" / name.append(kRecordFileEnding);
}

league::Tournament run_tournament(const TournamentPlan& plan, const std::filesystem::path& folder,
                                  const TournamentOptions& options) {
  std::filesystem::create_directories(folder / "games");
  Desk desk(plan, folder, options);
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < options.jobs; ++i) workers.emplace_back([&desk] { desk.work(); });
  }
  return desk.leave();
}

}  // namespace rensa::cli
