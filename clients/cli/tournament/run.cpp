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
#include "engine/duel/record_codec.h"
#include "server/contest/journal_file.h"
#include "server/contest/open_run.h"
#include "server/contest/seeds.h"
#include "server/contest/whole_file.h"

namespace rensa::cli {

namespace {

std::unique_ptr<OwnGame> game_of(const contest::Plan& plan, const std::vector<players::Entrant>& entrants,
                                 const league::GameToPlay& game) {
  const contest::GameChance chance = contest::chance_of(plan, game);
  std::array<std::unique_ptr<players::Player>, 2> players;
  std::array<std::string, 2> names;
  for (const duel::Seat seat : duel::kSeats) {
    const players::Entrant& entrant = entrants[contest::player_at(game, chance, seat)];
    const auto side = static_cast<std::size_t>(chance.side_at(seat));
    players[duel::index_of(seat)] = entrant.make(plan.ruleset, chance.players[side]);
    names[duel::index_of(seat)] = entrant.name;
  }
  const duel::GameSetup setup{.ruleset = plan.ruleset, .seed = chance.queue, .queue = std::nullopt};
  return std::make_unique<OwnGame>(setup, names, plan.terms, std::move(players));
}

// Where the threads fetch games and bring what came of them.
class Desk {
 public:
  Desk(const contest::Plan& plan, const std::vector<players::Entrant>& entrants, const Keeping& keeping,
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

  league::Tournament leave() {
    if (error_) std::rethrow_exception(error_);
    return run_.tournament();
  }

 private:
  bool shall_stop() const { return is_stopped_ || options_.stop(); }

  // Waits while what is to be played next hangs on games that are being played.
  std::optional<league::GameToPlay> fetch() {
    constexpr auto kLook = std::chrono::milliseconds(100);
    std::unique_lock lock(mutex_);
    while (!shall_stop()) {
      if (auto game = run_.start_next([](const league::Pair&) { return true; })) return game;
      if (run_.tournament().games_running() == 0) return std::nullopt;
      changed_.wait_for(lock, kLook);
    }
    return std::nullopt;
  }

  // nullopt: it was broken off.
  std::optional<league::GameEnded> play(const league::GameToPlay& game) {
    const std::unique_ptr<OwnGame> own = game_of(plan_, entrants_, game);
    if (!own->play([this] { return shall_stop(); })) return std::nullopt;
    keeping_.save(game.id, own->record());
    const contest::GameChance chance = contest::chance_of(plan_, game);
    league::GameEnded ended{.game = game.id, .winner = std::nullopt, .cause = own->outcome().cause};
    if (own->outcome().winner) ended.winner = chance.side_at(*own->outcome().winner);
    for (const duel::Seat seat : duel::kSeats) {
      const auto side = static_cast<std::size_t>(chance.side_at(seat));
      ended.feats[side] = own->feats()[duel::index_of(seat)];
      ended.thinking[side] = own->thinking()[duel::index_of(seat)];
    }
    return ended;
  }

  void bring(const league::GameEnded& ended) {
    const std::lock_guard lock(mutex_);
    run_.end(ended);
    keeping_.sync();
    options_.tell(run_.tournament());
    changed_.notify_all();
  }

  const contest::Plan& plan_;
  const std::vector<players::Entrant>& entrants_;
  const Keeping& keeping_;
  const TournamentOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  contest::OpenRun run_;
  std::atomic<bool> is_stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace

Keeping kept_in(const contest::Plan& plan, const std::filesystem::path& folder) {
  contest::make_folder(plan, folder);
  const auto journal = std::make_shared<contest::JournalFile>(contest::journal_in(folder), contest::digest_of(plan));
  const auto has_joined = [](const league::Event& event) {
    return std::holds_alternative<league::PlayerJoined>(event);
  };
  if (std::any_of(journal->events().begin(), journal->events().end(), has_joined)) {
    throw std::runtime_error("players have joined this run on a server: go on with it there, or with --over-sockets");
  }
  return {.past = journal->events(),
          .take_down = [journal](const league::Event& event) { journal->append(event); },
          .save =
              [folder](const league::GameId& game, const duel::Record& record) {
                contest::write_whole(contest::record_in(folder, game), duel::encode(record));
              },
          .sync = [journal] { journal->sync(); }};
}

Keeping kept_nowhere() {
  return {.past = {},
          .take_down = [](const league::Event&) {},
          .save = [](const league::GameId&, const duel::Record&) {},
          .sync = [] {}};
}

league::Tournament run_tournament(const contest::Plan& plan, const std::vector<players::Entrant>& entrants,
                                  const Keeping& keeping, const TournamentOptions& options) {
  Desk desk(plan, entrants, keeping, options);
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < options.jobs; ++i) workers.emplace_back([&desk] { desk.work(); });
  }
  return desk.leave();
}

double seconds_a_game(const contest::Plan& plan, const std::vector<players::Entrant>& entrants,
                      std::chrono::seconds patience) {
  using Clock = std::chrono::steady_clock;
  league::Tournament tournament(plan.players.size());
  league::Cup cup(plan.cup());
  const auto began = Clock::now();
  const auto passed = [began] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  int games = 0;
  while (games == 0 || passed() < static_cast<double>(patience.count())) {
    while (!tournament.next()) {
      const std::vector<league::Event> due = cup.due(tournament);
      if (due.empty()) return passed() / games;
      for (const league::Event& event : due) tournament.apply(event);
    }
    const league::GameToPlay game = *tournament.next();
    game_of(plan, entrants, game)->play([] { return false; });
    tournament.apply(league::GameStarted{game.id});
    tournament.apply(league::GameEnded{.game = game.id, .winner = 0});
    ++games;
  }
  return passed() / games;
}

}  // namespace rensa::cli
