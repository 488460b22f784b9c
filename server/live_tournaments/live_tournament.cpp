#include "server/live_tournaments/live_tournament.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/duel/outcome.h"
#include "server/match/game_runner.h"
#include "server/tournament/plan/summary.h"

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

constexpr auto kRetryInterval = 500ms;       // for matches that the lobby had no room for
constexpr auto kRemoteReconnectGrace = 60s;  // for a remote player to connect again
constexpr auto kProcessReconnectGrace = 5s;  // a process without its connection ends sooner
constexpr int kMaxVoidedInARow = 20;         // then the tournament is paused
constexpr int kMaxExcusedAttempts = 3;       // the last of them counts, even if the machine was overloaded

tournament::ParsedJournal parse_journal_of(const std::string& name, const std::string& text,
                                           const tournament::TournamentPlan& plan) {
  tournament::ParsedJournal journal = tournament::parse_journal(text);
  if (!journal.error.empty()) throw std::runtime_error("the journal of " + name + ": " + journal.error);
  if (journal.plan_digest && *journal.plan_digest != tournament::digest_of(plan)) {
    throw std::runtime_error("the journal of " + name + ": " + tournament::other_plan_error(journal.events));
  }
  return journal;
}

// Returns these lines of a text; fewer, if the text has fewer.
std::vector<std::string> lines_of(std::string_view text, std::uint64_t first, std::uint64_t count) {
  std::vector<std::string> lines;
  for (std::uint64_t number = 0; lines.size() < count; ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    if (number >= first) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

LiveTournament::LiveTournament(const std::string& name, const tournament::TournamentPlan& plan,
                               const std::string& journal, const LiveTournamentOptions& options,
                               const HostServices& services, std::function<void()> changed)
    : LiveTournament(name, plan, journal, parse_journal_of(name, journal, plan), options, services,
                     std::move(changed)) {}

LiveTournament::LiveTournament(const std::string& name, const tournament::TournamentPlan& plan, const std::string& text,
                               const tournament::ParsedJournal& journal, const LiveTournamentOptions& options,
                               const HostServices& services, std::function<void()> changed)
    : name_(name),
      options_(options),
      services_(services),
      changed_(std::move(changed)),
      lines_saved_(journal.plan_digest ? 1 + journal.events.size() : 0),
      lines_written_(1 + journal.events.size()),
      lines_sync_requested_(lines_saved_),
      journal_writer_({.tournament = name,
                       .store = services.store,
                       .run_in_background = services.run_in_background,
                       .post_later = services.post_later,
                       .failed = [this](const storage::StoreError& error) { on_storage_error(error); },
                       .recovered = [this] { on_storage_recovery(); }},
                      journal, text, tournament::digest_of(plan)),
      saved_progress_(tournament::progress_after(journal.events, plan.players.size())),
      saved_summary_(std::make_shared<tournament::SharedSummary>()),
      run_(plan, journal.events,
           [this](const tournament::Event& event) {
             journal_writer_.write(event);
             unsaved_events_.push_back(event);
             ++lines_written_;
           }),
      failure_streaks_(run_.plan().players.size(), plan.limits.bench_after),
      player_processes_(
          run_.plan(), options.processes,
          {.cores = services.cores,
           .start_program = services.start_program,
           .draw_ticket = services.draw_ticket,
           .post_later = services.post_later},
          {.ready = [this](WorkerId worker) { fail_on_exception([&] { on_player_ready(worker); }); },
           .gone = [this](WorkerId worker,
                          const Departure& why) { fail_on_exception([&] { on_player_gone(worker, why); }); },
           .free = [this] { start_games(); }}) {
  for (const tournament::Event& event : journal.events) {
    const auto pair_of = [this](const tournament::GameId& game) {
      return run_.progress().pairs()[static_cast<std::size_t>(game.pair)];
    };
    if (const auto* ended = std::get_if<tournament::GameEnded>(&event)) {
      failure_streaks_.count(pair_of(ended->game).first, pair_of(ended->game).second, *ended);
    } else if (const auto* annulled = std::get_if<tournament::GameAnnulled>(&event)) {
      failure_streaks_.forget(pair_of(annulled->game).first);
      failure_streaks_.forget(pair_of(annulled->game).second);
    } else if (const auto* returned = std::get_if<tournament::PlayerReturned>(&event)) {
      failure_streaks_.forget(returned->player);
    }
  }
  for (std::size_t player = 0; player < run_.plan().players.size(); ++player) bench_if_failing(player, {});
  // No record is on disk before the first line, so that records without a journal show that it was lost.
  if (!journal.plan_digest) sync_journal([] {});
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
  services_.log(base::LogLine("guest_offers_no_matches")
                    .text("tournament", plan().name)
                    .text("player", arrival.name)
                    .number("session", arrival.session));
  services_.send(arrival.session,
                 match::Refusal{.reason = match::RefusalReason::unexpected,
                                .text = arrival.name + " is a player of the tournament " + plan().name +
                                        ", but this connection does not offer to play arranged matches: connect with "
                                        "the feature arranged:1 (rensa-worker --arranged)"});
}

std::vector<LiveTournament::GameInMatch> LiveTournament::games_in_matches() const {
  std::vector<GameInMatch> games;
  for (const auto& [id, game] : games_) {
    if (!game.match || game.is_ended) continue;
    games.push_back({.game = id, .match = *game.match, .players = {game.planned.pair.first, game.planned.pair.second}});
  }
  return games;
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
  journal_writer_.sync([set_saved = lifetime_.guard([this, lines = lines_written_] { set_saved(lines); }),
                        done = std::move(done)]() mutable {
    set_saved();
    done();
  });
}

void LiveTournament::set_saved(std::uint64_t lines) {
  if (state_ == RunState::over && lines == lines_written_) is_end_saved_ = true;
  if (state_ == RunState::failed || lines == lines_saved_) return;
  lines_saved_ = lines;
  for (; lines_written_ - unsaved_events_.size() < lines; unsaved_events_.pop_front()) {
    if (!saved_progress_.apply(unsaved_events_.front())) throw std::logic_error("impossible event on the disk");
  }
  saved_summary_ = std::make_shared<tournament::SharedSummary>();
}

void LiveTournament::sync_and_notify(std::function<void()> done) {
  sync_journal([done = std::move(done), notify = lifetime_.guard([this] { changed_(); })]() mutable {
    done();
    notify();
  });
}

void LiveTournament::save_soon() {
  const bool is_on_its_way = lines_sync_requested_ != lines_saved_;
  if (lines_sync_requested_ != lines_written_ && !is_on_its_way) sync_journal([] {});
}

void LiveTournament::read_lines(std::uint64_t from, std::uint64_t most,
                                storage::Completion<std::vector<std::string>> done) const {
  const JournalIndex& index = journal_writer_.index();
  const std::uint64_t count = from < index.line_count() ? std::min(most, index.line_count() - from) : 0;
  if (count == 0) return services_.post([done = std::move(done)] { done(std::vector<std::string>()); });
  const JournalIndex::Part part = index.part_with(from, from + count);
  services_.store.read_journal(
      name_, part.range,
      [name = name_, first = from - part.first_line, check = part.check_before, count,
       done = std::move(done)](const storage::StoreResult<std::string>& text) {
        if (!text) return done(text.error());
        if (!tournament::are_next_journal_lines(check, *text)) {
          return done(storage::StoreError{.message = "The journal of " + name + " is damaged on the disk."});
        }
        std::vector<std::string> lines = lines_of(*text, first, count);
        if (lines.size() < count) return done(storage::journal_too_short(name));
        done(std::move(lines));
      });
}

tournament::TournamentSnapshot LiveTournament::snapshot() const {
  tournament::TournamentPlan saved_plan = plan();
  const auto players = static_cast<std::ptrdiff_t>(saved_progress_.player_count());
  saved_plan.players.erase(saved_plan.players.begin() + players, saved_plan.players.end());
  tournament::StageSequence stages(saved_plan.stage_sequence_plan());
  return {.plan = std::move(saved_plan),
          .progress = saved_progress_,
          .stages = std::move(stages),
          .shared_summary = saved_summary_};
}

void LiveTournament::read_record(const tournament::GameId& game,
                                 storage::Completion<std::optional<std::vector<std::uint8_t>>> done) const {
  services_.store.read_game(name_, tournament::name_of(game), std::move(done));
}

void LiveTournament::schedule_retry() {
  services_.post_later(kRetryInterval, lifetime_.guard([this] {
    fail_on_exception([this] {
      for (auto& [id, game] : games_) {
        if (game.is_ended || state_ == RunState::failed) continue;
        game.match ? return_lost_seats(game) : try_start_match(game);
      }
    });
    if (std::exchange(was_before_start_, is_before_start()) && !was_before_start_) changed_();
    start_games();
    schedule_retry();
  }));
  services_.post(lifetime_.guard([this] { start_games(); }));
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

void LiveTournament::halt() {
  is_halted_ = true;
  abort_games();
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
    abort_games_of(player, plan().players[player].name + " takes no further part");
    dismiss_player(player, why);
  });
  start_games();
  sync_and_notify(std::move(done));
}

void LiveTournament::abort_games_of(std::size_t player, const std::string& why) {
  const auto plays = [player](const RunningGame& game) {
    return game.planned.pair.first == player || game.planned.pair.second == player;
  };
  abort_games(plays, why);
}

void LiveTournament::take_back(const tournament::PlayerReturned& returned, std::function<void()> done) {
  fail_on_exception([&] {
    run_.take_back(returned);
    failure_streaks_.forget(returned.player);
  });
  start_games();
  sync_and_notify(std::move(done));
}

void LiveTournament::disqualify(const tournament::PlayerDisqualified& disqualified, std::function<void()> done) {
  fail_on_exception([&] {
    run_.disqualify(disqualified);
    abort_games_of(disqualified.player, plan().players[disqualified.player].name + " was disqualified");
    dismiss_player(disqualified.player, "disqualified: " + disqualified.why);
  });
  start_games();
  sync_and_notify(std::move(done));
}

void LiveTournament::annul(const tournament::GameAnnulled& annulled, std::function<void()> done) {
  fail_on_exception([&] {
    run_.annul_game(annulled);
    const tournament::PlayerPair& pair = run_.progress().pairs()[static_cast<std::size_t>(annulled.game.pair)];
    failure_streaks_.forget(pair.first);
    failure_streaks_.forget(pair.second);
    abort_games([this](const RunningGame& game) { return is_void_already(game); },
                "game " + tournament::name_of(annulled.game) + " was annulled");
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
  services_.post(lifetime_.guard([this] {
    abort_games();
    player_processes_.end_all();
  }));
  services_.log(base::LogLine("tournament_failed").text("name", plan().name).text("why", why));
  changed_();
}

void LiveTournament::on_storage_error(const storage::StoreError& error) {
  ++failed_saves_;
  services_.log(base::LogLine("tournament_not_saved").text("name", name_).text("why", error.message));
  if (error.kind == storage::StoreError::Kind::refused) return fail(error.message);
  storage_error_ = error.message;
  changed_();
}

void LiveTournament::on_storage_recovery() {
  services_.log(base::LogLine("tournament_saved_again").text("name", name_));
  storage_error_.clear();
  changed_();
  services_.post(lifetime_.guard([this] { start_games(); }));
}

void LiveTournament::set_why_files_lost(const std::string& why) {
  if (why == why_files_lost_) return;
  const bool is_lost = !why.empty();
  if (is_lost != !why_files_lost_.empty()) {
    base::LogLine line(is_lost ? "tournament_lost" : "tournament_found_again");
    line.text("name", name_);
    if (is_lost) line.text("why", why);
    services_.log(line);
  }
  why_files_lost_ = why;
  changed_();
  services_.post(lifetime_.guard([this] { start_games(); }));
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
  while (state() == RunState::running && games_.size() < static_cast<std::size_t>(options_.jobs)) {
    const auto game = run_.start_next_game([this](const tournament::PlayerPair& pair) { return can_play(pair); });
    if (!game) break;
    start_game(*game);
  }
  is_starting_games_ = false;
  if (games_.empty() && run_.is_over()) {
    player_processes_.end_all();
    if (player_processes_.has_processes()) return;  // they have some time to end; then this function is called again
    state_ = RunState::over;
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
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t i = duel::index_of(seat);
    arrangement.players[i] = match_player_of(game, seat);
    arrangement.game.chances[i] = game.seeds.players[static_cast<std::size_t>(game.seeds.side_at(seat))];
    all_are_processes = all_are_processes && player_processes_.is_process(game.workers[i]);
  }
  const tournament::PlayerLimits& limits = plan().limits;
  arrangement.game.limits = {.think = std::chrono::seconds(limits.think_seconds),
                             .first_think = std::chrono::seconds(limits.first_think_seconds),
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

// A remote player that lost its connection before it was told of a match cannot resume it. It is given its seat, so
// that it does not lose the game for its absence.
void LiveTournament::return_lost_seats(const RunningGame& game) {
  for (const duel::Seat seat : duel::kSeats) {
    const WorkerId worker = game.workers[duel::index_of(seat)];
    if (!player_processes_.has_had_time_to_resume(worker)) continue;
    services_.lobby.return_lost_seat(*game.match, seat, match_player_of(game, seat), services_.now());
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
  services_.log(base::LogLine("player_gone")
                    .text("tournament", plan().name)
                    .text("player", plan().players[player].name)
                    .word("game", tournament::name_of(game->planned.id))
                    .text("why", departure.why));
  game->why_gone[duel::index_of(seat)] = departure.why;
  const bool is_excused = is_remote || departure.is_host_fault;
  if (game->match && is_excused) {
    services_.lobby.abandon(*game->match, services_.now());
  } else if (game->match) {
    services_.lobby.forfeit(*game->match, seat, departure.cause, services_.now());
  } else if (const auto why = departure.was_late ? overload_reason(*game) : std::nullopt; is_excused || why) {
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
    if (is_void_already(game)) {
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
  run_.void_game(game.planned.id, why);
  services_.log(base::LogLine("game_voided")
                    .text("tournament", plan().name)
                    .word("game", tournament::name_of(game.planned.id))
                    .text("why", why));
  const tournament::PlayerPair& pair = game.planned.pair;
  const bool is_dropped = run_.progress().is_benched(pair.first) || run_.progress().is_benched(pair.second);
  if (!is_dropped && ++voided_in_a_row_ == kMaxVoidedInARow && state_ == RunState::running) {
    state_ = RunState::paused;
    services_.log(base::LogLine("tournament_paused").text("name", plan().name).text("why", "too many games are void"));
  }
  end_without_result(game, kept);
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
                                name = sessions::ArrangedGame{.tournament = name_, .game = tournament::name_of(id)}] {
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
