#include <exception>
#include <utility>

#include "engine/duel/outcome.h"
#include "server/base/plain_text.h"
#include "server/base/public_text.h"
#include "server/live_tournaments/last_line.h"
#include "server/live_tournaments/live_tournament.h"
#include "server/match/game_runner.h"

namespace rensa::live_tournaments {

// The part of a tournament that starts its games and takes their results.

namespace {

using namespace std::chrono_literals;

constexpr auto kRemoteReconnectGrace = 60s;  // for a remote player to connect again
constexpr auto kProcessReconnectGrace = 5s;  // most processes without their connection have ended by then
constexpr int kMaxVoidedInARow = 20;         // then the tournament is paused
constexpr int kMaxExcusedAttempts = 3;       // the last of them counts, even if the machine was overloaded
constexpr std::size_t kMaxReasonBytes = 1'000;

}  // namespace

bool LiveTournament::can_play(const tournament::PlayerPair& pair) const {
  return player_processes_.is_available(pair.first) && player_processes_.is_available(pair.second);
}

void LiveTournament::start_games() {
  fail_on_exception([this] { start_games_unguarded(); });
}

void LiveTournament::start_games_unguarded() {
  const bool has_ended = state_ == RunState::over || state_ == RunState::failed;
  if (has_ended || is_starting_games_ || is_halted_) return;
  is_starting_games_ = true;
  while (state() == RunState::running && games_.size() < static_cast<std::size_t>(options_.jobs)) {
    const auto game = run_.start_next_game([this](const tournament::PlayerPair& pair) { return can_play(pair); });
    if (!game) break;
    start_game(*game);
  }
  is_starting_games_ = false;
  find_awaited_returns();
  if (games_.empty() && !is_before_start() && awaited_returns_.empty() && run_.is_over()) {
    player_processes_.end_all();
    if (player_processes_.has_processes()) return;  // they have some time to end; then this function is called again
    state_ = RunState::over;
    sync_and_notify([] {});
  }
}

void LiveTournament::find_awaited_returns() {
  std::vector<std::string> names;
  if (games_.empty() && !is_before_start() && run_.is_kept_open()) {
    for (std::size_t player = 0; player < plan().players.size(); ++player) {
      if (run_.progress().keeps_open(player)) names.push_back(plan().players[player].name);
    }
  }
  if (std::exchange(awaited_returns_, names) != names) changed_();
}

LiveTournament::RunningGame& LiveTournament::add_game(const tournament::GameToPlay& planned) {
  RunningGame& game = games_[planned.id];
  game.planned = planned;
  game.seeds = tournament::game_seeds(plan(), planned);
  game.since = services_.now();
  return game;
}

void LiveTournament::start_game(const tournament::GameToPlay& planned) {
  RunningGame& game = add_game(planned);
  for (const duel::Seat seat : duel::kSeats) {
    game.workers[duel::index_of(seat)] = player_processes_.acquire(tournament::player_at(planned, game.seeds, seat));
  }
  try_start_match(game);
}

// The match was made again after a restart of the server, and its game goes on.
void LiveTournament::continue_game(const tournament::GameId& id, const RestoredGames::Running& running) {
  RunningGame& game = add_game(run_.progress().game(id));
  for (const duel::Seat seat : duel::kSeats) {
    game.workers[duel::index_of(seat)] =
        player_processes_.expect(tournament::player_at(game.planned, game.seeds, seat));
  }
  game.match = running.match;
  game.had_ended_before_restart = running.has_ended;
  games_by_match_[running.match] = id;
  services_.log(base::LogLine("game_continued")
                    .text("tournament", plan().name)
                    .word("game", tournament::name_of(id))
                    .number("match", running.match));
}

match::MatchPlayer LiveTournament::match_player_of(const RunningGame& game, duel::Seat seat) const {
  const WorkerId worker = game.workers[duel::index_of(seat)];
  return {.id = player_processes_.player_id(worker),
          .name = plan().players[tournament::player_at(game.planned, game.seeds, seat)].name,
          .subscription = player_processes_.subscription(worker)};
}

match::Arrangement LiveTournament::arrangement_of(const RunningGame& game) const {
  match::Arrangement arrangement;
  arrangement.terms = plan().terms;
  arrangement.game.seed = game.seeds.queue;
  arrangement.game.reveals_seed = !game.planned.pair.is_audit;  // the other game of the pair has the same queue
  arrangement.game.opening = options_.opening;
  if (options_.opening) arrangement.game.seed = options_.opening->record.setup.seed;
  bool all_are_processes = true;
  bool all_are_remote = true;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t i = duel::index_of(seat);
    arrangement.players[i] = match_player_of(game, seat);
    arrangement.game.chances[i] = game.seeds.players[static_cast<std::size_t>(game.seeds.side_at(seat))];
    const bool is_process = player_processes_.is_process(game.workers[i]);
    all_are_processes = all_are_processes && is_process;
    all_are_remote = all_are_remote && !is_process;
  }
  const tournament::PlayerLimits& limits = plan().limits;
  arrangement.game.limits = {.think = std::chrono::seconds(limits.think_seconds),
                             .first_think = std::chrono::seconds(limits.first_think_seconds),
                             .grace = all_are_processes ? kProcessReconnectGrace : kRemoteReconnectGrace,
                             .whole_game = std::chrono::seconds(limits.game_seconds),
                             .max_missed = limits.missed,
                             .max_refused = limits.refused};
  // A program that this server has started ends with it. A new process would not know the game so far, and could play
  // otherwise than the old one. So only games of remote players go on after a restart.
  if (all_are_remote) {
    arrangement.game.name = match::TournamentGame{.tournament = name_, .game = tournament::name_of(game.planned.id)};
  }
  return arrangement;
}

void LiveTournament::try_start_match(RunningGame& game) {
  for (const WorkerId worker : game.workers) {
    if (!player_processes_.session(worker)) return;
  }
  game.since = services_.now();
  game.match = services_.matches.start(arrangement_of(game), services_.now());
  if (game.match) games_by_match_[*game.match] = game.planned.id;
}

// A remote player that lost its connection before it was told of a match cannot resume it. It is given its seat, so
// that it does not lose the game for its absence.
void LiveTournament::return_lost_seats(const RunningGame& game) {
  for (const duel::Seat seat : duel::kSeats) {
    const WorkerId worker = game.workers[duel::index_of(seat)];
    if (!player_processes_.has_had_time_to_resume(worker)) continue;
    services_.matches.return_lost_seat(*game.match, seat, match_player_of(game, seat), services_.now());
  }
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
  if (game == nullptr || game->is_ended || is_halted_) return;
  const bool is_remote = !player_processes_.is_process(worker);
  if (is_remote && game->match) return;
  const duel::Seat seat = game->workers[0] == worker ? duel::Seat::one : duel::Seat::two;
  const std::size_t player = tournament::player_at(game->planned, game->seeds, seat);
  base::LogLine line("player_gone");
  line.text("tournament", plan().name)
      .text("player", plan().players[player].name)
      .word("game", tournament::name_of(game->planned.id))
      .text("why", departure.why);
  if (const std::string output = last_line_of(player_processes_.last_output(worker)); !output.empty()) {
    line.text("output", output);
  }
  const std::string visible = game->match ? "" : player_processes_.visible_files(player);
  if (!visible.empty()) line.text("saw_only", visible);
  services_.log(line);
  game->why_gone[duel::index_of(seat)] = departure.why;
  const bool is_excused = is_remote || departure.is_host_fault;
  if (game->match && is_excused) {
    services_.matches.abandon(*game->match, services_.now());
  } else if (game->match) {
    services_.matches.forfeit(*game->match, seat, departure.cause, services_.now());
  } else if (const auto why = departure.was_late ? overload_reason(*game) : std::nullopt; is_excused || why) {
    void_game(*game, is_excused ? departure.why : *why, [](const auto&) {});
  } else {
    forfeit_unplayed_game(*game, seat);
  }
}

// Returns the overload that may have made a player late. Only a few attempts of a game are voided for this reason, or a
// player could overload the machine whenever it loses. A server that has stopped may have been overloaded before.
std::optional<std::string> LiveTournament::overload_reason(const RunningGame& game) const {
  if (game.planned.id.attempt + 1 >= kMaxExcusedAttempts) return std::nullopt;
  if (game.had_ended_before_restart) return "the server stopped before it knew if an overload has made the player late";
  return services_.overload.find_overload(game.since, services_.now());
}

// Ends a game that the player in this seat has lost before it began. The game gets a record like any other game, and
// has to be listed here, because no match has played it.
void LiveTournament::forfeit_unplayed_game(RunningGame& game, duel::Seat seat) {
  std::array<std::string, 2> names;
  for (const duel::Seat other : duel::kSeats) {
    names[duel::index_of(other)] = plan().players[tournament::player_at(game.planned, game.seeds, other)].name;
  }
  const match::Opening* opening = options_.opening.get();
  match::RecordedGame unplayed =
      opening != nullptr
          ? match::RecordedGame(opening->record, opening->clock, names)
          : match::RecordedGame({.ruleset = plan().ruleset, .seed = game.seeds.queue, .queue = std::nullopt}, names);
  record::Record record = unplayed.finish(
      {.winner = duel::opponent_of(seat), .cause = duel::Cause::crashed, .frame = unplayed.game().clock()});
  record_result(game, std::move(record), {},
                [list = services_.list_results, clock = plan().terms.clock](const auto& kept) {
                  if (kept)
                    list({.tournament = kept->tournament, .clock = clock, .games = {kept->game}, .are_new = true});
                });
}

void LiveTournament::keep(match::FinishedGame finished, sessions::TournamentHost::Kept kept) {
  // The journal has had its result since before the server was started again.
  if (const auto restored = restored_.finished.find(finished.match); restored != restored_.finished.end()) {
    return services_.post([kept = std::move(kept),
                           name = match::TournamentGame{
                               .tournament = name_, .game = tournament::name_of(restored->second)}] { kept(name); });
  }
  RunningGame& game = games_.at(games_by_match_.at(finished.match));
  games_by_match_.erase(finished.match);
  const duel::Cause cause = finished.record.outcome.cause;
  const auto why = cause == duel::Cause::time ? overload_reason(game) : std::nullopt;
  try {
    if (is_void_already(game)) {
      end_without_result(game, kept);
    } else if (cause == duel::Cause::voided && game.is_left_to_next_server) {
      end_without_result(game, kept);
    } else if (cause == duel::Cause::voided) {
      void_game(game, game.why_ended, kept);
    } else if (why) {
      void_game(game, *why, kept);
    } else {
      record_result(game, std::move(finished.record), *finished.statistics, kept);
    }
  } catch (const std::exception& error) {
    fail(error.what());
    services_.post([kept] { kept(std::nullopt); });  // so that the caller does not wait
  }
}

void LiveTournament::void_game(RunningGame& game, const std::string& why, const sessions::TournamentHost::Kept& kept) {
  if (is_void_already(game)) return end_without_result(game, kept);
  game.is_ended = true;
  write_void(game.planned.id, why);
  const tournament::PlayerPair& pair = game.planned.pair;
  const bool is_dropped = run_.progress().is_benched(pair.first) || run_.progress().is_benched(pair.second);
  if (!is_dropped && ++voided_in_a_row_ == kMaxVoidedInARow && state_ == RunState::running) {
    state_ = RunState::paused;
    services_.log(base::LogLine("tournament_paused").text("name", plan().name).text("why", "too many games are void"));
  }
  end_without_result(game, kept);
}

void LiveTournament::write_void(const tournament::GameId& game, const std::string& why) {
  run_.void_game(game, why);
  services_.log(base::LogLine("game_voided")
                    .text("tournament", plan().name)
                    .word("game", tournament::name_of(game))
                    .text("why", why));
}

void LiveTournament::end_without_result(RunningGame& game, const sessions::TournamentHost::Kept& kept) {
  game.is_ended = true;
  services_.post([kept, end = lifetime_.guard([this, id = game.planned.id] { end_game(id, {true, true}); })]() mutable {
    kept(std::nullopt);
    end();
  });
}

void LiveTournament::record_result(RunningGame& game, record::Record record, const match::PlayStatistics& statistics,
                                   sessions::TournamentHost::Kept kept) {
  if (is_void_already(game)) return end_without_result(game, kept);
  game.is_ended = true;
  voided_in_a_row_ = 0;
  const tournament::GameId id = game.planned.id;
  tournament::GameEnded ended{.game = id, .winner = std::nullopt, .cause = record.outcome.cause};
  if (record.outcome.winner) ended.winner = game.seeds.side_at(*record.outcome.winner);
  std::array<bool, 2> failed{};
  for (const duel::Seat seat : duel::kSeats) {
    const auto side = static_cast<std::size_t>(game.seeds.side_at(seat));
    ended.statistics[side] = statistics.statistics[duel::index_of(seat)];
    ended.decisions[side] = statistics.decisions[duel::index_of(seat)];
    ended.thinking[side] = statistics.thinking[duel::index_of(seat)];
    failed[duel::index_of(seat)] = is_failure(ended.cause) && record.outcome.winner != seat;
  }
  journal_writer_.write(
      PlayedGame{.name = tournament::name_of(id), .record = std::move(record), .outputs = take_outputs(game)});
  run_.end_game(ended);
  const tournament::PlayerPair& pair = game.planned.pair;
  failure_streaks_.count(pair.first, pair.second, ended);
  for (const duel::Seat seat : duel::kSeats) {
    const std::string& why_gone = game.why_gone[duel::index_of(seat)];
    bench_if_failing(tournament::player_at(game.planned, game.seeds, seat),
                     {.why = why_gone.empty() ? std::string(duel::name_of(ended.cause)) : why_gone,
                      .last_output = player_processes_.last_output(game.workers[duel::index_of(seat)])});
  }
  sync_journal(lifetime_.guard([this, kept = std::move(kept), id, failed,
                                name = match::TournamentGame{.tournament = name_, .game = tournament::name_of(id)}] {
    kept(state_ == RunState::failed ? std::nullopt : std::optional(name));
    changed_();
    end_game(id, failed);
  }));
}

// Returns the output of the programs during the game, by seat.
std::array<std::string, 2> LiveTournament::take_outputs(const RunningGame& game) {
  std::array<std::string, 2> outputs;
  for (const duel::Seat seat : duel::kSeats) {
    outputs[duel::index_of(seat)] = player_processes_.take_output(game.workers[duel::index_of(seat)]);
  }
  return outputs;
}

void LiveTournament::bench_if_failing(std::size_t player, const LastFailure& last) {
  if (!failure_streaks_.is_over_limit(player) || run_.progress().is_benched(player)) return;
  std::string why = std::to_string(plan().limits.bench_after).append(" games in a row were lost by failures");
  if (!last.why.empty()) why.append(", the last: ").append(last.why);
  const bool is_program = !std::holds_alternative<tournament::RemotePlayer>(plan().players[player].kind);
  const std::string files = is_program ? player_processes_.output_files_of(player) : "";
  if (!files.empty()) why.append("; its output is in ").append(files);
  services_.log(base::LogLine("benched")
                    .text("tournament", plan().name)
                    .text("player", plan().players[player].name)
                    .text("why", why));
  why = base::plain_text(why, kMaxReasonBytes);
  run_.bench({.player = player, .why = why, .output = base::plain_lines(last.last_output)});
  dismiss_player(player, base::without_folders(why));
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
  const tournament::PlayerPair pair = entry->second.planned.pair;
  games_.erase(entry);
  // Both workers are released before a new game can acquire one of them.
  const bool was_starting = std::exchange(is_starting_games_, true);
  for (const std::size_t seat : {0U, 1U}) player_processes_.release_worker(workers[seat], failed[seat]);
  for (const std::size_t player : {pair.first, pair.second}) {
    if (run_.progress().is_benched(player)) player_processes_.end_idle_workers(player);
  }
  is_starting_games_ = was_starting;
  start_games();
}

}  // namespace rensa::live_tournaments
