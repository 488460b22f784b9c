#include "clients/cli/tournament/run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "clients/cli/tournament/own_game.h"
#include "engine/record/codec.h"
#include "server/tournament/journal/atomic_file.h"
#include "server/tournament/journal/journal_file.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::cli {

namespace {

std::unique_ptr<OwnGame> game_of(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                                 const tournament::GameToPlay& game) {
  const tournament::GameSeeds seeds = tournament::game_seeds(plan, game);
  std::array<std::unique_ptr<players::Player>, 2> players;
  std::array<std::string, 2> names;
  for (const duel::Seat seat : duel::kSeats) {
    const players::Entrant& entrant = entrants[tournament::player_at(game, seeds, seat)];
    const auto side = static_cast<std::size_t>(seeds.side_at(seat));
    players[duel::index_of(seat)] = entrant.make(plan.ruleset, seeds.players[side]);
    names[duel::index_of(seat)] = entrant.name;
  }
  const duel::GameSetup setup{.ruleset = plan.ruleset, .seed = seeds.queue, .queue = std::nullopt};
  return std::make_unique<OwnGame>(setup, names, plan.terms, std::move(players));
}

// Threads fetch games here and hand in the results.
class Desk {
 public:
  Desk(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants, const Keeping& keeping,
       const TournamentOptions& options)
      : plan_(plan),
        entrants_(entrants),
        keeping_(keeping),
        options_(options),
        run_(plan, keeping.past, keeping.take_down) {}

  void work() {
    try {
      while (const auto game = fetch()) {
        const auto ended = play(*game);
        if (!ended) return changed_.notify_all();
        bring(*ended);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      is_stopped_ = true;
      changed_.notify_all();
    }
  }

  tournament::TournamentProgress leave() {
    if (error_) std::rethrow_exception(error_);
    return run_.progress();
  }

 private:
  bool shall_stop() const { return is_stopped_ || options_.stop(); }

  // Waits while the next games depend on the results of running games.
  std::optional<tournament::GameToPlay> fetch() {
    constexpr auto kLook = std::chrono::milliseconds(100);
    std::unique_lock lock(mutex_);
    while (!shall_stop()) {
      if (auto game = run_.start_next_game([](const tournament::PlayerPair&) { return true; })) return game;
      if (run_.progress().games_running() == 0) return std::nullopt;
      changed_.wait_for(lock, kLook);
    }
    return std::nullopt;
  }

  // nullopt: it was broken off.
  std::optional<tournament::GameEnded> play(const tournament::GameToPlay& game) {
    const std::unique_ptr<OwnGame> own = game_of(plan_, entrants_, game);
    if (!own->play([this] { return shall_stop(); })) return std::nullopt;
    keeping_.save(game.id, own->record());
    const tournament::GameSeeds seeds = tournament::game_seeds(plan_, game);
    tournament::GameEnded ended{.game = game.id, .winner = std::nullopt, .cause = own->outcome().cause};
    if (own->outcome().winner) ended.winner = seeds.side_at(*own->outcome().winner);
    for (const duel::Seat seat : duel::kSeats) {
      const auto side = static_cast<std::size_t>(seeds.side_at(seat));
      ended.statistics[side] = own->feats()[duel::index_of(seat)];
      ended.thinking[side] = own->thinking()[duel::index_of(seat)];
    }
    return ended;
  }

  void bring(const tournament::GameEnded& ended) {
    const std::lock_guard lock(mutex_);
    run_.end_game(ended);
    keeping_.sync();
    options_.tell(run_.progress());
    changed_.notify_all();
  }

  const tournament::TournamentPlan& plan_;
  const std::vector<players::Entrant>& entrants_;
  const Keeping& keeping_;
  const TournamentOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  tournament::TournamentRun run_;
  std::atomic<bool> is_stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace

Keeping kept_in(const tournament::TournamentPlan& plan, const std::filesystem::path& folder) {
  tournament::create_tournament_folder(plan, folder);
  const auto journal =
      std::make_shared<tournament::JournalFile>(tournament::journal_file_in(folder), tournament::digest_of(plan));
  const auto has_joined = [](const tournament::Event& event) {
    return std::holds_alternative<tournament::PlayerJoined>(event);
  };
  if (std::any_of(journal->events().begin(), journal->events().end(), has_joined)) {
    throw std::runtime_error("players have joined this run on a server: go on with it there, or with --over-sockets");
  }
  return {.past = journal->events(),
          .take_down = [journal](const tournament::Event& event) { journal->append(event); },
          .save =
              [folder](const tournament::GameId& game, const record::Record& record) {
                tournament::write_file_atomically(tournament::record_file_in(folder, game), record::encode(record));
              },
          .sync = [journal] { journal->sync(); }};
}

Keeping kept_nowhere() {
  return {.past = {},
          .take_down = [](const tournament::Event&) {},
          .save = [](const tournament::GameId&, const record::Record&) {},
          .sync = [] {}};
}

tournament::TournamentProgress run_tournament(const tournament::TournamentPlan& plan,
                                              const std::vector<players::Entrant>& entrants, const Keeping& keeping,
                                              const TournamentOptions& options) {
  Desk desk(plan, entrants, keeping, options);
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < options.jobs; ++i) workers.emplace_back([&desk] { desk.work(); });
  }
  return desk.leave();
}

double seconds_a_game(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                      std::chrono::seconds patience) {
  using Clock = std::chrono::steady_clock;
  tournament::TournamentProgress progress(plan.players.size());
  tournament::StageSequence stages(plan.stage_sequence_plan());
  const auto began = Clock::now();
  const auto passed = [began] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  int games = 0;
  while (games == 0 || passed() < static_cast<double>(patience.count())) {
    while (!progress.next_game()) {
      const std::vector<tournament::Event> events = stages.next_events(progress);
      if (events.empty()) return passed() / games;
      for (const tournament::Event& event : events) progress.apply(event);
    }
    const tournament::GameToPlay game = *progress.next_game();
    game_of(plan, entrants, game)->play([] { return false; });
    progress.apply(tournament::GameStarted{game.id});
    progress.apply(tournament::GameEnded{.game = game.id, .winner = 0});
    ++games;
  }
  return passed() / games;
}

}  // namespace rensa::cli
