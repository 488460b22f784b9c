#include "server/live_tournaments/live_tournament.h"

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/summary.h"

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLongestStart = 4000ms;  // until the start of a game is on disk
constexpr std::size_t kMessagesOnArrival = 3;
constexpr auto kRetryInterval = 500ms;  // for matches that the lobby had no room for

tournament::ParsedJournal parse_journal_of(const std::string& name, const std::string& text,
                                           const tournament::TournamentPlan& plan) {
  tournament::ParsedJournal journal = tournament::parse_journal(text);
  if (!journal.error.empty()) throw std::runtime_error("the journal of " + name + ": " + journal.error);
  if (journal.plan_digest && *journal.plan_digest != tournament::digest_of(plan)) {
    throw std::runtime_error("the journal of " + name + ": " + tournament::other_plan_error(journal.events));
  }
  return journal;
}

std::set<tournament::GameId> running_games_of(const RestoredGames& restored) {
  std::set<tournament::GameId> games;
  for (const auto& [game, running] : restored.running) games.insert(game);
  return games;
}

// Returns the names of the games that have results among these events, without those of restored matches.
std::vector<std::string> results_among(const std::vector<tournament::Event>& events, const RestoredGames& restored) {
  std::set<tournament::GameId> of_matches;
  for (const auto& [match, game] : restored.finished) of_matches.insert(game);
  std::vector<std::string> games;
  for (const tournament::Event& event : events) {
    const auto* ended = std::get_if<tournament::GameEnded>(&event);
    if (ended != nullptr && !of_matches.contains(ended->game)) games.push_back(tournament::name_of(ended->game));
  }
  return games;
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
      plan_digest_(tournament::digest_of(plan)),
      lines_saved_(journal.plan_digest ? 1 + journal.events.size() : 0),
      lines_written_(1 + journal.events.size()),
      lines_sync_requested_(lines_saved_),
      journal_writer_({.tournament = name,
                       .store = services.store,
                       .run_in_background = services.run_in_background,
                       .post_later = services.post_later,
                       .failed = [this](const storage::StoreError& error) { on_storage_error(error); },
                       .recovered = [this] { on_storage_recovery(); }},
                      journal, text, plan_digest_),
      saved_progress_(tournament::progress_after(journal.events, plan.players.size())),
      saved_summary_(std::make_shared<tournament::SharedSummary>()),
      restored_(
          find_restored_games(tournament::with_late_entries(plan, journal.events), saved_progress_, options.restored)),
      earlier_results_(results_among(journal.events, restored_)),
      run_(plan, journal.events, running_games_of(restored_),
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
           .open_socket = services.open_socket,
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
  for (std::size_t i = 0; i < journal.events.size(); ++i) {
    if (tournament::can_change_standings(journal.events[i])) standings_line_ = i + 2;  // the plan is the first line
    if (const auto* message = std::get_if<tournament::MessageSent>(&journal.events[i])) keep_message(i + 1, *message);
  }
  lines_for_spectators_.set(lines_saved_, services_.now(), base::Span::zero());
  for (std::size_t player = 0; player < run_.plan().players.size(); ++player) bench_if_failing(player, {});
  for (const auto& [game, running] : restored_.running) continue_game(game, running);
  // No record is on disk before the first line, so that records without a journal show that it was lost.
  if (!journal.plan_digest) sync_journal([] {});
  schedule_retry();
}

LiveTournament::~LiveTournament() {
  state_ = RunState::paused;
  halt();
}

// Takes a player that has connected. A remote player that cannot play is told the reason: it is benched, or it does not
// offer to play.
void LiveTournament::arrived(const sessions::PlayerArrival& arrival) {
  fail_on_exception([&] {
    player_processes_.arrived(arrival);
    tell_newest_messages(arrival);
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

// A player that comes late is told the last messages of the organisers. After the end no message is told.
void LiveTournament::tell_newest_messages(const sessions::PlayerArrival& arrival) {
  if (!arrival.wants_messages || state_ == RunState::over || state_ == RunState::failed) return;
  const bool is_player = std::any_of(plan().players.begin(), plan().players.end(),
                                     [&](const tournament::PlayerEntry& one) { return one.name == arrival.name; });
  if (!is_player || !listeners_.insert(arrival.session).second) return;
  for (const sessions::TournamentEvent& message : newest_messages_) services_.send(arrival.session, message);
}

void LiveTournament::keep_message(std::uint64_t line, const tournament::MessageSent& message) {
  newest_messages_.push_back(
      {.tournament = name_, .number = line, .event = tournament::public_message_line(line, message)});
  if (newest_messages_.size() > kMessagesOnArrival) newest_messages_.pop_front();
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
                                        "the feature arranged:1 (rensa-worker --arranged, or the origin \"host\" in "
                                        "the libraries for bots)"});
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
    // Before the start, also of one that begins paused, no pairs are drawn yet.
    const bool is_undrawn = is_before_start() || progress().pairs().empty();
    const bool has_pairs = is_undrawn || progress().undecided_pair_count(player) > 0;
    const bool is_wanted = has_pairs && !progress().is_benched(player);
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
  lines_for_spectators_.set(lines, services_.now(), spectator_delay());
  for (; lines_written_ - unsaved_events_.size() < lines; unsaved_events_.pop_front()) {
    if (tournament::can_change_standings(unsaved_events_.front())) {
      standings_line_ = lines_written_ - unsaved_events_.size() + 1;
    }
    if (const auto* message = std::get_if<tournament::MessageSent>(&unsaved_events_.front())) {
      keep_message(lines_written_ - unsaved_events_.size(), *message);
      // A session that is closed because it reads too slowly leaves the listeners.
      for (const base::SessionId session : std::set(listeners_)) {
        if (!options_.is_following(session)) services_.send(session, newest_messages_.back());
      }
    }
    if (!saved_progress_.apply(unsaved_events_.front())) throw std::logic_error("impossible event on the disk");
  }
  saved_summary_ = std::make_shared<tournament::SharedSummary>();
}

// Spectators of remote players, which may be people, see their games as late as the server's settings say. The plan may
// say otherwise.
base::Span LiveTournament::spectator_delay() const {
  if (const auto seconds = plan().terms.spectator_delay_seconds) return std::chrono::seconds(*seconds);
  const bool has_remote_players =
      std::any_of(plan().players.begin(), plan().players.end(), [](const tournament::PlayerEntry& player) {
        return std::holds_alternative<tournament::RemotePlayer>(player.kind);
      });
  return has_remote_players ? services_.matches.spectator_delay_with_person() : base::Span::zero();
}

void LiveTournament::sync_and_notify(std::function<void()> done) {
  sync_journal([done = std::move(done), notify = lifetime_.guard([this] { changed_(); })]() mutable {
    done();
    notify();
  });
}

// If the server dies before the start is on disk, the match is void, and its game is played again. So a disk that is
// full or slow only delays the game.
void LiveTournament::save_start(std::function<void()> done) {
  const auto once = std::make_shared<std::function<void()>>(std::move(done));
  const std::function<void()> begin = [once] {
    if (const auto first = std::exchange(*once, {})) first();
  };
  sync_journal(begin);
  services_.post_later(kLongestStart, begin);
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
  if (std::exchange(is_halted_, true)) return;
  std::vector<base::MatchId> ending;
  for (auto& [id, game] : games_) {
    if (game.is_ended) continue;
    game.is_left_to_next_server = true;
    if (!game.match) {
      end_without_result(game, [](const auto&) {});
    } else if (!services_.outlives_server(*game.match)) {
      ending.push_back(*game.match);
    }
  }
  for (const base::MatchId match : ending) services_.matches.abandon(match, services_.now());
}

void LiveTournament::abort_games() {
  const std::string why = "the tournament was stopped";
  for (const tournament::GameId& id : run_.progress().running_games()) {
    const auto game = games_.find(id);
    if (game == games_.end() || !game->second.is_left_to_next_server) write_void(id, why);
  }
  end_void_games(why);
}

void LiveTournament::stop(std::function<void()> done) {
  fail_on_exception([&] { abort_games(); });
  sync_and_notify(std::move(done));
}

void LiveTournament::end_void_games(const std::string& why) {
  std::vector<tournament::GameId> unplayed;
  std::vector<base::MatchId> matches;
  for (auto& [id, game] : games_) {
    if (game.is_ended || game.is_left_to_next_server || !is_void_already(game)) continue;
    game.why_ended = why;
    if (game.match) {
      matches.push_back(*game.match);
    } else {
      unplayed.push_back(id);
    }
  }
  for (const base::MatchId match : matches) services_.matches.abandon(match, services_.now());
  for (const tournament::GameId& id : unplayed) void_game(games_.at(id), why, [](const auto&) {});
}

void LiveTournament::withdraw(const tournament::PlayerBenched& withdrawn, std::function<void()> done) {
  fail_on_exception([&] {
    const std::string why_void = plan().players[withdrawn.player].name + " takes no further part";
    void_games_of(withdrawn.player, why_void);
    run_.bench(withdrawn);
    end_void_games(why_void);
    dismiss_player(withdrawn.player, withdrawn.why);
  });
  start_games();
  sync_and_notify(std::move(done));
}

void LiveTournament::close(std::function<void()> done) {
  fail_on_exception([&] { run_.close(); });
  start_games();
  sync_and_notify(std::move(done));
}

bool LiveTournament::has_no_game() const {
  const tournament::TournamentProgress& now = run_.progress();
  return games_.empty() && now.games_running() + now.games_finished() + now.games_voided() + now.games_annulled() == 0;
}

// Voids the running games of a player that is about to be taken out. The journal has this before it has that the player
// is out: a game that the journal leaves running is played to its end after a crash.
void LiveTournament::void_games_of(std::size_t player, const std::string& why) {
  for (const tournament::GameId& id : run_.progress().running_games()) {
    const tournament::PlayerPair& pair = run_.progress().pairs()[static_cast<std::size_t>(id.pair)];
    if (pair.first == player || pair.second == player) write_void(id, why);
  }
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
    const std::string why_void = plan().players[disqualified.player].name + " was disqualified";
    void_games_of(disqualified.player, why_void);
    run_.disqualify(disqualified);
    end_void_games(why_void);
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
    end_void_games("game " + tournament::name_of(annulled.game) + " was annulled");
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

void LiveTournament::send_message(const std::string& text, std::function<void()> done) {
  fail_on_exception([&] {
    run_.send_message({.text = text, .sent_at = std::chrono::floor<std::chrono::seconds>(services_.wall_time())});
  });
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

}  // namespace rensa::live_tournaments
