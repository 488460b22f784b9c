#include "clients/cli/tournament/local_tournament.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unistd.h>
#include <utility>

#include "clients/cli/match/game_options.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/files.h"
#include "clients/command_line/ruleset_option.h"
#include "engine/duel/game_statistics.h"
#include "engine/players/player.h"
#include "engine/record/codec.h"
#include "server/app/plan_lookup.h"
#include "server/base/atomic_file.h"
#include "server/base/durations.h"
#include "server/match/game_runner.h"
#include "server/match/visibility.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/tournament/journal/journal_file.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::cli {

namespace {

base::Time now() { return std::chrono::steady_clock::now(); }

// Players in this process cannot be interrupted, so their time is unlimited.
match::ClockSettings unlimited_clock() {
  match::ClockSettings settings;
  settings.think_limit = std::chrono::hours(24 * 365);
  settings.turn_bank = settings.think_limit;
  return settings;
}

// A game between players of this process, with the same clock as on a server.
class TournamentGame final : private match::RunnerListener {
 public:
  // Takes the ruleset from the setup and the clock from the terms. Names and players are in the order of the seats.
  // Precondition: the clock is not real time.
  TournamentGame(const duel::GameSetup& setup, const std::array<std::string, 2>& names, const match::Terms& terms,
                 std::array<std::unique_ptr<players::Player>, 2> players)
      : recorded_game_(setup, names),
        players_(std::move(players)),
        runner_(match::make_runner(terms, unlimited_clock(), recorded_game_, now())) {}

  // Returns false if `stop`, which is called before each decision, ended the game early.
  bool play(const std::function<bool()>& stop) {
    runner_->run(now(), *this);
    while (!recorded_game_.game().outcome()) {
      for (const duel::Seat seat : duel::kSeats) {
        if (!std::exchange(is_asked_[duel::index_of(seat)], false)) continue;
        if (stop()) return false;
        answer(seat);
      }
      runner_->run(now(), *this);
    }
    return true;
  }

  // Precondition of the next four functions: the game is over. The arrays that they return are in the order of the
  // seats.
  const duel::Outcome& outcome() const { return *recorded_game_.game().outcome(); }
  const std::array<duel::GameStatistics, 2>& statistics() const { return statistics_.statistics(); }
  const std::array<base::Durations, 2>& thinking() const { return thinking_; }
  record::Record record() { return recorded_game_.finish(outcome()); }

 private:
  void on_events(const duel::Events& events) override { statistics_.after_step(recorded_game_.game(), events); }
  void on_decision_played(duel::Seat, std::uint32_t, int) override {}
  void on_question(duel::Seat seat) override { is_asked_[duel::index_of(seat)] = true; }
  void answer(duel::Seat seat) {
    const base::Time began = now();
    const duel::Game& game = recorded_game_.game();
    duel::View view = match::view_for(game, seat);
    view.pacing = game.ruleset().pacing;
    const players::Position position = players::position_of(view, game.ruleset());
    const auto placement = players_[duel::index_of(seat)]->choose(position, {});
    const base::Time ended = now();
    thinking_[duel::index_of(seat)].add((ended - began) / std::chrono::microseconds(1));
    runner_->decide(seat, {.clock = game.clock(), .id = 0, .input = duel::Input::place(placement)}, ended);
  }

  match::RecordedGame recorded_game_;
  std::array<std::unique_ptr<players::Player>, 2> players_;
  std::unique_ptr<match::GameRunner> runner_;
  duel::StatisticsCounter statistics_;
  std::array<base::Durations, 2> thinking_;
  std::array<bool, 2> is_asked_{};
};

std::unique_ptr<TournamentGame> game_of(const tournament::TournamentPlan& plan,
                                        const std::vector<players::Entrant>& entrants,
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
  return std::make_unique<TournamentGame>(setup, names, plan.terms, std::move(players));
}

// Gives the games to the threads and collects their results.
class GameQueue {
 public:
  GameQueue(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
            const TournamentStore& store, const TournamentOptions& options)
      : plan_(plan), entrants_(entrants), store_(store), options_(options), run_(plan, store.past, store.append) {}

  // Plays games until none is left. Each thread runs this function.
  void play_games() {
    try {
      while (const auto game = take_next_game()) {
        const auto ended = play(*game);
        if (!ended) return changed_.notify_all();
        add_result(*ended);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      is_stopped_ = true;
      changed_.notify_all();
    }
  }

  // Passes on the exceptions of the threads. Precondition: all threads have ended.
  tournament::TournamentProgress finish() {
    if (error_) std::rethrow_exception(error_);
    return run_.progress();
  }

 private:
  bool must_stop() const { return is_stopped_ || options_.stop(); }

  // Waits while the next games depend on the results of running games.
  std::optional<tournament::GameToPlay> take_next_game() {
    constexpr auto kStopCheckInterval = std::chrono::milliseconds(100);
    std::unique_lock lock(mutex_);
    while (!must_stop()) {
      if (auto game = run_.start_next_game([](const tournament::PlayerPair&) { return true; })) return game;
      if (run_.progress().games_running() == 0) return std::nullopt;
      changed_.wait_for(lock, kStopCheckInterval);
    }
    return std::nullopt;
  }

  // Returns nothing if the game was stopped before its end.
  std::optional<tournament::GameEnded> play(const tournament::GameToPlay& game) {
    const std::unique_ptr<TournamentGame> local_game = game_of(plan_, entrants_, game);
    if (!local_game->play([this] { return must_stop(); })) return std::nullopt;
    store_.save(game.id, local_game->record());
    const tournament::GameSeeds seeds = tournament::game_seeds(plan_, game);
    tournament::GameEnded ended{.game = game.id, .winner = std::nullopt, .cause = local_game->outcome().cause};
    if (local_game->outcome().winner) ended.winner = seeds.side_at(*local_game->outcome().winner);
    for (const duel::Seat seat : duel::kSeats) {
      const auto side = static_cast<std::size_t>(seeds.side_at(seat));
      ended.statistics[side] = local_game->statistics()[duel::index_of(seat)];
      ended.thinking[side] = local_game->thinking()[duel::index_of(seat)];
    }
    return ended;
  }

  void add_result(const tournament::GameEnded& ended) {
    const std::lock_guard lock(mutex_);
    run_.end_game(ended);
    store_.sync();
    options_.on_progress(run_.progress());
    changed_.notify_all();
  }

  const tournament::TournamentPlan& plan_;
  const std::vector<players::Entrant>& entrants_;
  const TournamentStore& store_;
  const TournamentOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  tournament::TournamentRun run_;
  std::atomic<bool> is_stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace

namespace {

// Unlike in a plan for a server, a ruleset may be a file.
tournament::NameLookup local_name_lookup() {
  tournament::NameLookup look_up = app::plan_name_lookup();
  look_up.ruleset = command_line::read_ruleset;
  return look_up;
}

tournament::TournamentPlan plan_or_error(const rules::Parsed<tournament::TournamentPlan>& plan,
                                         const std::string& source) {
  if (!plan) throw command_line::UsageError(source + ": " + plan.error().message);
  return *plan;
}

}  // namespace

tournament::TournamentPlan plan_of_file(const std::string& file) {
  const rules::Parsed<std::string> text = command_line::read_text_file(file);
  if (!text) throw command_line::UsageError("tournament: " + text.error().message);
  return plan_or_error(tournament::parse_plan(*text, local_name_lookup()), "tournament: " + file);
}

tournament::TournamentPlan plan_of_generated_text(const std::string& text, const std::string& source) {
  return plan_or_error(tournament::parse_generated_plan(text, local_name_lookup()), source);
}

std::vector<players::Entrant> entrants_of(const tournament::TournamentPlan& plan) {
  std::vector<players::Entrant> entrants;
  for (const tournament::PlayerEntry& player : plan.players) {
    const auto* built_in = std::get_if<tournament::BuiltInPlayer>(&player.kind);
    if (built_in == nullptr) return {};
    entrants.push_back(*command_line::read_entrant(built_in->player));
    entrants.back().name = player.name;
  }
  return entrants;
}

void refuse_joined_players(const std::vector<tournament::Event>& events) {
  const auto has_joined = [](const tournament::Event& event) {
    return std::holds_alternative<tournament::PlayerJoined>(event);
  };
  if (std::any_of(events.begin(), events.end(), has_joined)) {
    throw std::runtime_error(
        "players have joined this tournament on a server: continue it there, or with --over-sockets");
  }
}

std::vector<tournament::Event> check_tournament_folder(const tournament::TournamentPlan& plan,
                                                       const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const fs::path journal = storage::journal_file_in(folder);
  std::vector<tournament::Event> events;
  if (const auto why = storage::why_journal_is_lost(folder)) throw std::runtime_error(*why);
  if (fs::exists(journal)) {
    events = tournament::read_continuable_journal(journal, tournament::digest_of(plan));
    tournament::read_snapshot(plan, folder);  // throws if the events contradict the plan
  }
  fs::path existing = fs::absolute(folder / "games");
  while (!fs::exists(existing)) existing = existing.parent_path();
  if (!fs::is_directory(existing)) throw std::runtime_error(existing.string() + ": it is a file, not a folder");
  if (access(existing.c_str(), W_OK | X_OK) != 0) {
    throw std::runtime_error("there is no permission to write into " + existing.lexically_normal().string());
  }
  return events;
}

TournamentStore store_in(const tournament::TournamentPlan& plan, const std::filesystem::path& folder) {
  tournament::create_tournament_folder(plan, folder);
  const auto journal =
      std::make_shared<tournament::JournalFile>(storage::journal_file_in(folder), tournament::digest_of(plan));
  refuse_joined_players(journal->events());
  return {.past = journal->events(),
          .append = [journal](const tournament::Event& event) { journal->append(event); },
          .save =
              [folder](const tournament::GameId& game, const record::Record& record) {
                base::write_file_keeping_earlier(storage::record_file_in(folder, tournament::name_of(game)),
                                                 record::encode(record));
              },
          .sync = [journal] { journal->sync(); }};
}

TournamentStore store_nowhere() {
  return {.past = {},
          .append = [](const tournament::Event&) {},
          .save = [](const tournament::GameId&, const record::Record&) {},
          .sync = [] {}};
}

tournament::TournamentProgress run_tournament(const tournament::TournamentPlan& plan,
                                              const std::vector<players::Entrant>& entrants,
                                              const TournamentStore& store, const TournamentOptions& options) {
  GameQueue queue(plan, entrants, store, options);
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < options.jobs; ++i) workers.emplace_back([&queue] { queue.play_games(); });
  }
  return queue.finish();
}

double seconds_per_game(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                        std::chrono::seconds duration) {
  using Clock = std::chrono::steady_clock;
  tournament::TournamentProgress progress(plan.players.size());
  tournament::StageSequence stages(plan.stage_sequence_plan());
  const auto began = Clock::now();
  const auto passed = [began] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  int games = 0;
  while (games == 0 || passed() < static_cast<double>(duration.count())) {
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
