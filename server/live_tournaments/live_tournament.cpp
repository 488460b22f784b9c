#include "server/live_tournaments/live_tournament.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "engine/duel/outcome.h"
#include "server/match/game_runner.h"

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

constexpr auto kRetryInterval = 500ms;       // for matches that the lobby had no room for
constexpr auto kRemoteReconnectGrace = 60s;  // for a remote player to connect again
constexpr auto kProcessReconnectGrace = 5s;  // a process without its connection ends sooner
constexpr int kMaxVoidedInARow = 20;         // then the tournament is paused
constexpr int kMaxExcusedAttempts = 3;       // the last of them counts, even if the machine was overloaded

// Returns the number of lines of the journal, after it has been synced. An earlier process may have ended before all
// its lines were on disk.
std::uint64_t lines_on_disk(tournament::JournalFile& journal) {
  journal.sync();
  return 1 + journal.events().size();
}

}  // namespace

LiveTournament::LiveTournament(const tournament::TournamentPlan& plan, const LiveTournamentOptions& options,
                               const HostServices& services, std::function<void()> changed)
    : options_(options),
      services_(services),
      changed_(std::move(changed)),
      journal_((tournament::create_tournament_folder(plan, options.processes.folder),
                tournament::journal_file_in(options.processes.folder)),
               tournament::digest_of(plan)),
      saved_{.events = lines_on_disk(journal_), .games = 0},
      lines_written_(saved_.events),
      lines_sync_requested_(saved_.events),
      journal_writer_(std::make_unique<JournalWriterThread>(
          journal_, [&io = services_.io](std::function<void()> call) { boost::asio::post(io, std::move(call)); },
          [this](const std::string& why) { fail(why); })),
      run_(plan, journal_.events(),
           [this](const tournament::Event& event) {
             journal_writer_->write(event);
             ++lines_written_;
           }),
      failure_streaks_(run_.plan().players.size(), plan.limits.bench_after),
      player_processes_(
          services.io, run_.plan(), options.processes, services.cores, services.draw_ticket,
          {.ready = [this](WorkerId worker) { fail_on_exception([&] { on_player_ready(worker); }); },
           .gone = [this](WorkerId worker,
                          const Departure& why) { fail_on_exception([&] { on_player_gone(worker, why); }); },
           .free = [this] { start_games(); }}),
      timer_(services.io),
      self_(std::make_shared<LiveTournament*>(this)) {
  for (const tournament::Event& event : journal_.events()) {
    const auto* ended = std::get_if<tournament::GameEnded>(&event);
    if (ended == nullptr) continue;
    const tournament::PlayerPair& pair = run_.progress().pairs()[static_cast<std::size_t>(ended->game.pair)];
    failure_streaks_.count(pair.first, pair.second, *ended);
  }
  journal_.forget_events();
  saved_.games = run_.progress().games_finished();
  for (std::size_t player = 0; player < run_.plan().players.size(); ++player) bench_if_failing(player, {});
  schedule_retry();
}

LiveTournament::~LiveTournament() {
  state_ = RunState::paused;
  abort_games();
}

// Takes a player that has connected. A remote player that cannot play is told the reason: it is benched, or it does not
// offer to play.
void LiveTournament::arrived(const sessions::PlayerArrival& arrival) {
  fail_on_exception([&] {
    player_processes_.arrived(arrival);
    if (state_ == RunState::over || state_ == RunState::failed) return;
    const bool offers_matches = arrival.offer && !arrival.offer->bound_only;
    for (std::size_t player = 0; player < plan().players.size(); ++player) {
      if (plan().players[player].name != arrival.name) continue;
      const bool is_remote = std::holds_alternative<tournament::RemotePlayer>(plan().players[player].kind);
      if (run_.progress().is_benched(player)) {
        dismiss_player(player, arrival.name + " takes no further part in " + plan().name);
      } else if (is_remote && !offers_matches) {
        explain_missing_offer(arrival);
      }
    }
  });
}

// Tells a player that it does not offer to play. Otherwise the player and the tournament would wait for each other.
void LiveTournament::explain_missing_offer(const sessions::PlayerArrival& arrival) const {
  services_.log("event=guest_offers_no_matches tournament=\"" + plan().name + "\" player=\"" + arrival.name +
                "\" session=" + std::to_string(static_cast<std::uint64_t>(arrival.session)));
  services_.send(arrival.session,
                 match::Refusal{.reason = match::RefusalReason::unexpected,
                                .text = arrival.name + " is a player of the tournament " + plan().name +
                                        ", but this connection does not offer to play arranged matches: connect with "
                                        "the feature arranged:1 (rensa-worker --arranged)"});
}

std::vector<std::string> LiveTournament::missing_remote_players() const {
  std::vector<std::string> names;
  for (std::size_t player = 0; player < plan().players.size(); ++player) {
    const bool is_remote = std::holds_alternative<tournament::RemotePlayer>(plan().players[player].kind);
    const bool is_wanted = progress().undecided_pair_count(player) > 0 && !progress().is_benched(player);
    if (is_remote && is_wanted && player_processes_.sessions_of(player).empty())
      names.push_back(plan().players[player].name);
  }
  return names;
}

void LiveTournament::sync_journal(std::function<void()> done) {
  lines_sync_requested_ = lines_written_;
  journal_writer_->sync([self = std::weak_ptr(self_), done = std::move(done),
                         saved = SavedState{.events = lines_written_, .games = run_.progress().games_finished()}] {
    const auto alive = self.lock();
    if (alive && (*alive)->state_ != RunState::failed) (*alive)->saved_ = saved;
    done();
  });
}

void LiveTournament::sync_and_notify(std::function<void()> done) {
  sync_journal([self = std::weak_ptr(self_), done = std::move(done)] {
    done();
    if (const auto alive = self.lock()) (*alive)->changed_();
  });
}

void LiveTournament::save_soon() {
  const bool is_on_its_way = lines_sync_requested_ != saved_.events;
  if (lines_sync_requested_ != lines_written_ && !is_on_its_way) sync_journal([] {});
}

void LiveTournament::schedule_retry() {
  timer_.expires_after(kRetryInterval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    fail_on_exception([this] {
      for (auto& [id, game] : games_) {
        if (!game.match && !game.is_ended && state_ != RunState::failed) try_start_match(game);
      }
    });
    start_games();
    schedule_retry();
  });
  boost::asio::post(services_.io, [self = std::weak_ptr(self_)] {
    if (const auto alive = self.lock()) (*alive)->start_games();
  });
}

void LiveTournament::pause() {
  if (state_ == RunState::running) state_ = RunState::paused;
  changed_();
}

void LiveTournament::resume() {
  if (state_ != RunState::paused) return;
  state_ = RunState::running;
  voided_in_a_row_ = 0;
  changed_();
  start_games();
}

void LiveTournament::abort_games() {
  abort_games([](const RunningGame&) { return true; }, "the tournament was stopped");
}

void LiveTournament::abort_games(const std::function<bool(const RunningGame&)>& which, const std::string& why) {
  std::vector<tournament::GameId> unplayed;
  std::vector<base::MatchId> matches;
  for (auto& [id, game] : games_) {
    if (game.is_ended || !which(game)) continue;
    game.why_ended = why;
    if (game.match) {
      matches.push_back(*game.match);
    } else {
      unplayed.push_back(id);
    }
  }
  for (const base::MatchId match : matches) services_.lobby.abandon(match, services_.now());
  for (const tournament::GameId& id : unplayed) void_game(games_.at(id), why, [](const auto&) {});
}

void LiveTournament::withdraw(std::size_t player, const std::string& why, std::function<void()> done) {
  fail_on_exception([&] {
    run_.bench(player, why);
    const auto plays = [player](const RunningGame& game) {
      return game.planned.pair.first == player || game.planned.pair.second == player;
    };
    abort_games(plays, plan().players[player].name + " takes no further part");
    dismiss_player(player, why);
  });
  start_games();
  sync_and_notify(std::move(done));
}

void LiveTournament::join(const tournament::PlayerEntry& player, std::function<void()> done) {
  fail_on_exception([&] {
    run_.add_late_entry(player);
    failure_streaks_.add_player();
  });
  start_games();
  sync_and_notify(std::move(done));
}

void LiveTournament::fail(const std::string& why) {
  if (state_ == RunState::failed) return;
  state_ = RunState::failed;
  why_failed_ = why;
  boost::asio::post(services_.io, [self = std::weak_ptr(self_)] {
    const auto alive = self.lock();
    if (!alive) return;
    (*alive)->abort_games();
    (*alive)->player_processes_.end_all();
  });
  services_.log("event=tournament_failed name=\"" + plan().name + "\" why=\"" + why + "\"");
  changed_();
}

bool LiveTournament::can_play(const tournament::PlayerPair& pair) const {
  return player_processes_.is_available(pair.first) && player_processes_.is_available(pair.second);
}

void LiveTournament::start_games() {
  fail_on_exception([this] { start_games_unguarded(); });
}

void LiveTournament::start_games_unguarded() {
  const bool has_ended = state_ == RunState::over || state_ == RunState::failed;
  if (has_ended || is_starting_games_) return;
  is_starting_games_ = true;
  while (state_ == RunState::running && games_.size() < static_cast<std::size_t>(options_.jobs)) {
    const auto game = run_.start_next_game([this](const tournament::PlayerPair& pair) { return can_play(pair); });
    if (!game) break;
    start_game(*game);
  }
  is_starting_games_ = false;
  if (games_.empty() && run_.is_over()) {
    state_ = RunState::over;
    player_processes_.end_all();
    sync_and_notify([] {});
  }
}

void LiveTournament::start_game(const tournament::GameToPlay& planned) {
  RunningGame& game = games_[planned.id];
  game.planned = planned;
  game.seeds = tournament::game_seeds(plan(), planned);
  game.since = services_.now();
  for (const duel::Seat seat : duel::kSeats) {
    game.workers[duel::index_of(seat)] = player_processes_.acquire(tournament::player_at(planned, game.seeds, seat));
  }
  try_start_match(game);
}

match::Arrangement LiveTournament::arrangement_of(const RunningGame& game) const {
  match::Arrangement arrangement;
  arrangement.terms = plan().terms;
  arrangement.game.seed = game.seeds.queue;
  arrangement.game.reveals_seed = !game.planned.pair.is_audit;  // the other game of the pair has the same queue
  bool all_are_processes = true;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t i = duel::index_of(seat);
    const std::size_t player = tournament::player_at(game.planned, game.seeds, seat);
    arrangement.players[i] = {.session = *player_processes_.session(game.workers[i]),
                              .name = plan().players[player].name,
                              .subscription = player_processes_.subscription(game.workers[i])};
    arrangement.game.chances[i] = game.seeds.players[static_cast<std::size_t>(game.seeds.side_at(seat))];
    all_are_processes = all_are_processes && player_processes_.is_process(game.workers[i]);
  }
  const tournament::PlayerLimits& limits = plan().limits;
  arrangement.game.limits = {.think = std::chrono::seconds(limits.think_seconds),
                             .grace = all_are_processes ? kProcessReconnectGrace : kRemoteReconnectGrace,
                             .whole_game = std::chrono::seconds(limits.game_seconds),
                             .max_missed = limits.missed,
                             .max_refused = limits.refused};
  return arrangement;
}

void LiveTournament::try_start_match(RunningGame& game) {
  for (const WorkerId worker : game.workers) {
    if (!player_processes_.session(worker)) return;
  }
  game.since = services_.now();
  game.match = services_.lobby.start_arranged_match(arrangement_of(game), services_.now());
  if (game.match) games_by_match_[*game.match] = game.planned.id;
}

LiveTournament::RunningGame* LiveTournament::find_game(WorkerId worker) {
  for (auto& [id, game] : games_) {
    if (game.workers[0] == worker || game.workers[1] == worker) return &game;
  }
  return nullptr;
}

void LiveTournament::on_player_ready(WorkerId worker) {
  RunningGame* game = find_game(worker);
  if (game != nullptr && !game->match && !game->is_ended) try_start_match(*game);
}

// Ends or forfeits the game of a worker that has stopped playing. A remote player may still come back to its running
// match, so that match goes on.
void LiveTournament::on_player_gone(WorkerId worker, const Departure& departure) {
  RunningGame* game = find_game(worker);
  if (game == nullptr || game->is_ended) return;
  const bool is_remote = !player_processes_.is_process(worker);
  if (is_remote && game->match) return;
  const duel::Seat seat = game->workers[0] == worker ? duel::Seat::one : duel::Seat::two;
  const std::size_t player = tournament::player_at(game->planned, game->seeds, seat);
  services_.log("event=player_gone tournament=\"" + plan().name + "\" player=\"" + plan().players[player].name +
                "\" game=" + tournament::name_of(game->planned.id) + " why=\"" + departure.why + "\"");
  game->why_gone[duel::index_of(seat)] = departure.why;
  const bool is_excused = is_remote || departure.is_host_fault;
  if (game->match && is_excused) {
    services_.lobby.abandon(*game->match, services_.now());
  } else if (game->match) {
    services_.lobby.forfeit(*game->match, seat, departure.cause, services_.now());
  } else if (const auto why = overload_reason(*game); is_excused || why) {
    void_game(*game, is_excused ? departure.why : *why, [](const auto&) {});
  } else {
    forfeit_unplayed_game(*game, seat);
  }
}

// Returns the overload that may have made a player late. Only a few attempts of a game are voided for this reason, or a
// player could overload the machine whenever it loses.
std::optional<std::string> LiveTournament::overload_reason(const RunningGame& game) const {
  if (game.planned.id.attempt + 1 >= kMaxExcusedAttempts) return std::nullopt;
  return services_.overload.find_overload(game.since, services_.now());
}

// Ends a game that the player in this seat has lost before it began. The game gets a record like any other game.
void LiveTournament::forfeit_unplayed_game(RunningGame& game, duel::Seat seat) {
  std::array<std::string, 2> names;
  for (const duel::Seat other : duel::kSeats) {
    names[duel::index_of(other)] = plan().players[tournament::player_at(game.planned, game.seeds, other)].name;
  }
  match::RecordedGame unplayed({.ruleset = plan().ruleset, .seed = game.seeds.queue, .queue = std::nullopt}, names);
  record::Record record =
      unplayed.finish({.winner = duel::opponent_of(seat), .cause = duel::Cause::crashed, .frame = 0});
  record_result(game, std::move(record), {}, [](const auto&) {});
}

void LiveTournament::keep(match::FinishedGame finished, sessions::TournamentHost::Kept kept) {
  RunningGame& game = games_.at(games_by_match_.at(finished.match));
  games_by_match_.erase(finished.match);
  const duel::Cause cause = finished.record.outcome.cause;
  const auto why = cause == duel::Cause::time ? overload_reason(game) : std::nullopt;
  try {
    if (cause == duel::Cause::voided) {
      void_game(game, game.why_ended, kept);
    } else if (why) {
      void_game(game, *why, kept);
    } else {
      record_result(game, std::move(finished.record), *finished.statistics, kept);
    }
  } catch (const std::exception& error) {
    fail(error.what());
    boost::asio::post(services_.io, [kept] { kept(std::nullopt); });  // so that the caller does not wait
  }
}

void LiveTournament::void_game(RunningGame& game, const std::string& why, const sessions::TournamentHost::Kept& kept) {
  game.is_ended = true;
  run_.void_game(game.planned.id, why);
  services_.log("event=game_voided tournament=\"" + plan().name + "\" game=" + tournament::name_of(game.planned.id) +
                " why=\"" + why + "\"");
  const tournament::PlayerPair& pair = game.planned.pair;
  const bool is_dropped = run_.progress().is_benched(pair.first) || run_.progress().is_benched(pair.second);
  if (!is_dropped && ++voided_in_a_row_ == kMaxVoidedInARow && state_ == RunState::running) {
    state_ = RunState::paused;
    services_.log("event=tournament_paused name=\"" + plan().name + "\" why=\"too many games are void\"");
  }
  boost::asio::post(services_.io, [self = std::weak_ptr(self_), kept, id = game.planned.id] {
    kept(std::nullopt);
    if (const auto alive = self.lock()) (*alive)->end_game(id, {true, true});
  });
}

void LiveTournament::record_result(RunningGame& game, record::Record record, const match::PlayStatistics& statistics,
                                   sessions::TournamentHost::Kept kept) {
  game.is_ended = true;
  voided_in_a_row_ = 0;
  const tournament::GameId id = game.planned.id;
  tournament::GameEnded ended{.game = id, .winner = std::nullopt, .cause = record.outcome.cause};
  if (record.outcome.winner) ended.winner = game.seeds.side_at(*record.outcome.winner);
  std::array<bool, 2> failed{};
  for (const duel::Seat seat : duel::kSeats) {
    const auto side = static_cast<std::size_t>(game.seeds.side_at(seat));
    ended.statistics[side] = statistics.statistics[duel::index_of(seat)];
    ended.thinking[side] = statistics.thinking[duel::index_of(seat)];
    failed[duel::index_of(seat)] = is_failure(ended.cause) && record.outcome.winner != seat;
  }
  save_output(game);
  journal_writer_->write(tournament::record_file_in(folder(), id), std::move(record));
  run_.end_game(ended);
  const tournament::PlayerPair& pair = game.planned.pair;
  failure_streaks_.count(pair.first, pair.second, ended);
  for (const duel::Seat seat : duel::kSeats) {
    const std::string& why_gone = game.why_gone[duel::index_of(seat)];
    bench_if_failing(tournament::player_at(game.planned, game.seeds, seat),
                     {.why = why_gone.empty() ? std::string(duel::name_of(ended.cause)) : why_gone,
                      .last_output = player_processes_.last_output(game.workers[duel::index_of(seat)])});
  }
  sync_journal(
      [self = std::weak_ptr(self_), kept = std::move(kept), id, failed,
       name = sessions::ArrangedGame{.tournament = folder().filename().string(), .game = tournament::name_of(id)}] {
        const auto alive = self.lock();
        const bool is_on_disk = alive && (*alive)->state() != RunState::failed;
        kept(is_on_disk ? std::optional(name) : std::nullopt);
        if (!alive) return;
        (*alive)->changed_();
        (*alive)->end_game(id, failed);
      });
}

// Saves the output of the programs during the game beside its record.
void LiveTournament::save_output(const RunningGame& game) {
  for (const duel::Seat seat : duel::kSeats) {
    const std::string output = player_processes_.output(game.workers[duel::index_of(seat)]);
    if (output.empty()) continue;
    std::filesystem::path file = tournament::record_file_in(folder(), game.planned.id);
    file.replace_extension(seat == duel::Seat::one ? ".one.log" : ".two.log");
    journal_writer_->write(std::move(file), {output.begin(), output.end()});
  }
}

void LiveTournament::bench_if_failing(std::size_t player, const LastFailure& last) {
  if (!failure_streaks_.is_over_limit(player) || run_.progress().is_benched(player)) return;
  std::string why = std::to_string(plan().limits.bench_after).append(" games in a row were lost by failures");
  if (!last.why.empty()) why.append(", the last: ").append(last.why);
  services_.log("event=benched tournament=\"" + plan().name + "\" player=\"" + plan().players[player].name +
                "\" why=\"" + why + "\"");
  if (!last.last_output.empty()) why.append("; its last output: ").append(last.last_output);
  run_.bench(player, why);
  dismiss_player(player, why);
}

void LiveTournament::dismiss_player(std::size_t player, const std::string& why) {
  for (const base::SessionId session : player_processes_.sessions_of(player)) {
    services_.send(session, match::Refusal{.reason = match::RefusalReason::benched, .text = why});
  }
  player_processes_.dismiss(player);
}

void LiveTournament::end_game(tournament::GameId id, std::array<bool, 2> failed) {
  const auto entry = games_.find(id);
  if (entry == games_.end()) return;
  const std::array<WorkerId, 2> workers = entry->second.workers;
  games_.erase(entry);
  // Both workers are released before a new game can acquire one of them.
  const bool was_starting = std::exchange(is_starting_games_, true);
  for (const std::size_t seat : {0U, 1U}) player_processes_.release_worker(workers[seat], failed[seat]);
  is_starting_games_ = was_starting;
  start_games();
}

}  // namespace rensa::live_tournaments
