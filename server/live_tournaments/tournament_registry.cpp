#include "server/live_tournaments/tournament_registry.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json/document.h"
#include "server/base/plain_text.h"
#include "server/match/series.h"
#include "server/processes/program.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::live_tournaments {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxTournaments = 1'000;
constexpr std::size_t kPlacesOfAdministrators = 100;     // the last of these
constexpr std::size_t kMaxTournamentsOfOrganiser = 100;  // that are not over, with those of others
constexpr std::size_t kMaxStartedByOrganiser = 200;      // over or not
constexpr const char* kInvalidReason =
    "why: up to 200 bytes of UTF-8 without control or invisible characters are expected";
constexpr std::chrono::seconds kIsolationCheckInterval{60};     // while it fails
constexpr std::chrono::milliseconds kOpenAgainInterval{5'000};  // after the store has failed

Refusal invalid(std::string text) { return {.kind = Refusal::Kind::invalid, .text = std::move(text)}; }

// Converts a name into a word for folder names and URLs.
std::string folder_name_for(const std::string& name) {
  std::string word;
  for (const char character : name) {
    const bool is_digit = character >= '0' && character <= '9';
    const bool is_lower = character >= 'a' && character <= 'z';
    const bool is_upper = character >= 'A' && character <= 'Z';
    if (is_digit || is_lower) {
      word.push_back(character);
    } else if (is_upper) {
      word.push_back(static_cast<char>(character - 'A' + 'a'));
    } else if (!word.empty() && word.back() != '-') {
      word.push_back('-');
    }
  }
  while (!word.empty() && word.back() == '-') word.pop_back();
  return word.empty() ? "tournament" : word;
}

// True if the text can be written to a journal and sent in an answer.
bool is_valid_reason(const std::string& text) {
  constexpr std::size_t kMaxBytes = 200;
  return text.size() <= kMaxBytes && base::is_plain_text(text);
}

Refusal conflict(std::string text) { return {.kind = Refusal::Kind::conflict, .text = std::move(text)}; }

Refusal forbidden(std::string text) { return {.kind = Refusal::Kind::forbidden, .text = std::move(text)}; }

Refusal not_found(std::string text) { return {.kind = Refusal::Kind::not_found, .text = std::move(text)}; }

// Returns the reason why a person with these limits may not let this player play.
std::optional<Refusal> refusal_by_limits(const tournament::PlayerEntry& player, const OrderLimits& limits) {
  const bool is_program = std::holds_alternative<tournament::CommandPlayer>(player.kind);
  if (limits.may_use_machine || !is_program) return std::nullopt;
  return forbidden(player.name + " is a program: only an administrator may let this server start programs");
}

bool has_seed(const std::string& plan) {
  const auto document = rensa::json::parse_document(plan);
  return document && document->contains("seed");
}

}  // namespace

TournamentRegistry::TournamentRegistry(TournamentRegistryOptions options, HostServices services)
    : options_(std::move(options)), services_(std::move(services)), subscriptions_(services_) {}

// Ends the games first, because they call back into this object.
TournamentRegistry::~TournamentRegistry() {
  for (const auto& [name, live] : tournaments_) live->halt();
}

void TournamentRegistry::open_all(std::function<void()> opened) {
  const std::function<void()> done = [this, opened] {
    are_tournaments_open_ = true;
    drop_unknown_matches();
    opened();
  };
  // Tries isolation before the server has other work to do, since a try makes it wait.
  if (options_.starts_programs && options_.isolation) {
    const auto refusal = refusal_to_isolate();
    if (refusal) services_.log(base::LogLine("programs_not_isolated").text("why", refusal->text));
  }
  services_.store.list_tournaments(
      lifetime_.guard([this, done, opened](const storage::StoreResult<std::vector<std::string>>& names) {
        if (names) return open_from(std::make_shared<const std::vector<std::string>>(*names), 0, done);
        ++store_failures_;
        services_.log(base::LogLine("tournaments_not_listed").text("why", names.error().message));
        services_.post_later(kOpenAgainInterval, lifetime_.guard([this] { open_all([] {}); }));
        opened();  // the restored matches wait for their tournaments
      }));
}

void TournamentRegistry::open_from(const Names& names, std::size_t next, std::function<void()> done) {
  if (next == names->size()) return done();
  open((*names)[next], lifetime_.guard([this, names, next, done] { open_from(names, next + 1, done); }));
}

// Matches whose tournament is tried again soon wait for it.
void TournamentRegistry::drop_unknown_matches() {
  for (match::RestoredArrangedMatch& restored : std::exchange(restored_, {})) {
    if (find_by_match(restored.match) != nullptr) continue;
    if (opening_later_.contains(restored.game.name->tournament)) {
      restored_.push_back(std::move(restored));
      continue;
    }
    services_.log(base::LogLine("match_of_tournament_void")
                      .number("match", restored.match)
                      .text("tournament", restored.game.name->tournament)
                      .word("game", restored.game.name->game)
                      .text("why", "the journal of its tournament does not have it as running"));
    services_.matches.abandon(restored.match, services_.now());
  }
  for (EarlyGame& early : std::exchange(early_games_, {})) keep(std::move(early.game), std::move(early.kept));
}

void TournamentRegistry::open_later(const std::string& name) {
  ++store_failures_;
  opening_later_.insert(name);
  services_.post_later(kOpenAgainInterval, lifetime_.guard([this, name] {
    open(name, [this] {
      if (are_tournaments_open_) drop_unknown_matches();
    });
  }));
}

void TournamentRegistry::log_unopened(const std::string& name, const std::string& why) {
  unreadable_[name] = why;
  services_.log(base::LogLine("tournament_not_opened").text("name", name).text("why", why));
}

void TournamentRegistry::open(const std::string& name, std::function<void()> done) {
  if (tournaments_.contains(name)) {
    opening_later_.erase(name);
    return done();
  }
  services_.store.open_tournament(
      name, lifetime_.guard([this, name, done = std::move(done)](
                                const storage::StoreResult<std::optional<storage::OpenTournament>>& opened) {
        opening_later_.erase(name);
        if (!opened) {
          log_unopened(name, opened.error().message);
          if (opened.error().kind == storage::StoreError::Kind::unavailable) open_later(name);
          return done();
        }
        if (*opened && !tournaments_.contains(name)) {
          try {
            const auto plan = tournament::parse_plan((*opened)->plan, options_.look_up);
            if (!plan) throw std::runtime_error("plan.json: " + plan.error().message);
            add(name, *plan, **opened);
          } catch (const std::exception& error) {
            log_unopened(name, error.what());
          }
        }
        done();
      }));
}

// Throws if a file that a built-in player names has changed. The digest of the plan and the entries in the journal were
// made from its old content.
void TournamentRegistry::check_built_in_players(const LiveTournament& live) const {
  for (const tournament::PlayerEntry& player : live.plan().players) {
    const auto* built_in = std::get_if<tournament::BuiltInPlayer>(&player.kind);
    if (built_in == nullptr) continue;
    const auto now = options_.look_up.player(built_in->player);
    if (!now) throw std::runtime_error(now.error().message);
    if (*now != built_in->stands_for) {
      throw std::runtime_error(player.name + " has changed: a file that it names has other content than before");
    }
  }
}

void TournamentRegistry::add(const std::string& name, const tournament::TournamentPlan& plan,
                             const storage::OpenTournament& opened) {
  const int jobs = opened.marks.jobs;
  std::vector<match::RestoredArrangedMatch> restored;
  for (const match::RestoredArrangedMatch& match : restored_) {
    if (match.game.name->tournament == name) restored.push_back(match);
  }
  const LiveTournamentOptions options{.processes = {.programs = options_.programs,
                                                    .isolation = options_.isolation,
                                                    .server = options_.server,
                                                    .output_folder = opened.output_folder,
                                                    .outputs = opened.outputs,
                                                    .max_idle = 2 * static_cast<std::size_t>(jobs)},
                                      .jobs = jobs,
                                      .restored = std::move(restored)};
  auto live = std::make_unique<LiveTournament>(name, plan, opened.journal, options, services_, [] {});
  check_built_in_players(*live);
  if (opened.marks.is_paused || is_draining_) live->pause();
  if (const auto refusal = refusal_to_continue(*live)) {
    live->pause();
    services_.log(base::LogLine("tournament_paused").text("name", name).text("why", refusal->text));
  }
  if (is_halted_) live->halt();
  for (const auto& [session, arrival] : connected_players_) live->arrived(arrival);
  services_.list_results(live->take_earlier_results());
  tournaments_[name] = std::move(live);
  marks_[name] = opened.marks;
  unreadable_.erase(name);
}

std::optional<Refusal> TournamentRegistry::refusal_for(const tournament::PlayerEntry& player) const {
  if (std::holds_alternative<tournament::RemotePlayer>(player.kind)) return std::nullopt;
  const auto* command = std::get_if<tournament::CommandPlayer>(&player.kind);
  if (command == nullptr) return std::nullopt;
  if (!options_.isolation && options_.server.empty()) {
    return invalid(player.name +
                   " is a program that this server starts, but programs cannot connect over TLS: set worker_socket");
  }
  if (auto refusal = refusal_to_start_programs()) return refusal;
  const std::string why = processes::why_not_runnable(command->words.front());
  if (!why.empty()) return invalid(player.name + ": " + why);
  if (!options_.isolation) return std::nullopt;
  if (const std::string hidden = why_not_visible(*command, *options_.isolation); !hidden.empty()) {
    return invalid(player.name + ": " + hidden);
  }
  return refusal_to_isolate();
}

std::optional<Refusal> TournamentRegistry::refusal_to_start_programs() const {
  if (!options_.starts_programs) {
    return invalid("this server may not start the programs that plans name: its setting exec_players allows it");
  }
  return std::nullopt;
}

// Isolation is tried once, and again now and then while it fails, because an operator may install bubblewrap meanwhile.
std::optional<Refusal> TournamentRegistry::refusal_to_isolate() const {
  if (has_isolated_) return std::nullopt;
  if (services_.now() >= next_isolation_check_) {
    why_not_isolated_ = processes::why_isolation_fails(options_.programs.supervisor, *options_.isolation);
    next_isolation_check_ = services_.now() + kIsolationCheckInterval;
    has_isolated_ = why_not_isolated_.empty();
  }
  if (has_isolated_) return std::nullopt;
  return invalid(why_not_isolated_ + ". " + processes::kHowToIsolate +
                 ", or set exec_isolation to none to let programs read all that this server can read");
}

// Checks the tournament again, because the settings of the server may have changed since it started. A player that
// takes no further part may have lost its program.
std::optional<Refusal> TournamentRegistry::refusal_to_continue(const LiveTournament& live) const {
  for (std::size_t player = 0; player < live.plan().players.size(); ++player) {
    if (live.progress().is_benched(player)) continue;
    if (auto refusal = refusal_for(live.plan().players[player])) return refusal;
  }
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::refusal_for(const tournament::TournamentPlan& plan,
                                                       const StartRequest& request) const {
  if (is_draining_) return conflict("the server is about to stop");
  const std::size_t count = number_of_tournaments();
  if (count >= kMaxTournaments) return conflict("this server has too many tournaments");
  if (request.limits.may_be_named && count >= kMaxTournaments - kPlacesOfAdministrators) {
    return conflict("this server has " + std::to_string(count) +
                    " tournaments, and only an administrator may start more: one that is over can be moved away");
  }
  if (const auto why = match::why_unplayable(plan.terms, {})) return invalid(*why);
  for (const tournament::PlayerEntry& player : plan.players) {
    if (auto refusal = refusal_by_limits(player, request.limits)) return refusal;
    if (auto refusal = refusal_for(player)) return refusal;
  }
  if (request.jobs < 1 || request.jobs > options_.max_jobs) {
    return invalid("jobs has to be from 1 to " + std::to_string(options_.max_jobs));
  }
  const bool is_real = plan.terms.clock == match::Clock::real;
  if (is_real && request.jobs > options_.max_real_time_jobs && !request.is_forced) {
    return invalid("jobs: this machine plays at most " + std::to_string(options_.max_real_time_jobs) +
                   " in real time; a forced start plays more");
  }
  return std::nullopt;
}

std::size_t TournamentRegistry::number_of_tournaments() const {
  return tournaments_.size() +
         static_cast<std::size_t>(std::count_if(creating_.begin(), creating_.end(), [this](const auto& entry) {
           return !tournaments_.contains(entry.first);
         }));
}

void TournamentRegistry::start(const StartRequest& request, StartAnswer done) {
  const auto read = tournament::parse_plan(request.plan, look_up_for(request.limits));
  if (!read) return done(invalid(read.error().message));
  tournament::TournamentPlan plan = *read;
  // The seed reveals the queues of all games, so the default seed must not be used.
  if (!has_seed(request.plan)) {
    plan.seed = options_.draw_seed();
  } else if (!request.limits.may_use_machine) {
    return done(forbidden(
        "seed: by it, an organiser would know the pairs of all games before they are played; only an administrator "
        "may set it, and without it the server draws one"));
  }
  if (auto refusal = refusal_for(plan, request)) return done(*std::move(refusal));
  create(plan, {.plan = "", .jobs = request.jobs, .is_paused = request.is_paused, .limits = request.limits}, 1, done);
}

void TournamentRegistry::create(const tournament::TournamentPlan& plan, const StartRequest& request, int number,
                                const StartAnswer& done) {
  std::string name = folder_name_for(plan.name);
  if (number > 1) name.append("-").append(std::to_string(number));
  if (auto refusal = refusal_of_name(name, request)) return done(*std::move(refusal));
  if (creating_.contains(name) || tournaments_.contains(name) || unreadable_.contains(name))
    return create(plan, request, number + 1, done);
  const storage::TournamentMarks marks{
      .jobs = request.jobs, .organiser = request.limits.organiser, .is_paused = request.is_paused};
  creating_[name] = marks;
  const StartAnswer answer = [this, name, done](std::variant<std::string, Refusal> started) {
    creating_.erase(name);
    done(std::move(started));
  };
  services_.store.create_tournament(
      {.name = name, .plan = tournament::json_of(plan), .marks = marks},
      lifetime_.guard([this, plan, request, number, name, done, answer](const storage::StoreResult<bool>& is_new) {
        if (!is_new) {
          ++store_failures_;
          services_.log(base::LogLine("tournament_not_created").text("name", name).text("why", is_new.error().message));
          return answer(conflict(is_new.error().message));
        }
        if (*is_new) return start_created(name, plan, answer);
        creating_.erase(name);
        create(plan, request, number + 1, done);
      }));
}

std::optional<Refusal> TournamentRegistry::refusal_of_name(const std::string& name, const StartRequest& request) const {
  const OrderLimits& limits = request.limits;
  if (!limits.may_be_named) return std::nullopt;
  if (!limits.may_be_named(name)) {
    return forbidden("the tournament would have the id " + name + ", and this account may not organise it");
  }
  std::size_t count = 0;
  std::size_t started = 0;
  int jobs = request.jobs;
  const auto add = [&](const std::string& other, const storage::TournamentMarks& marks, bool is_over) {
    const bool is_own = marks.organiser == limits.organiser;
    if (is_own) ++started;
    if (is_over) return;
    if (limits.may_be_named(other)) ++count;
    if (is_own) jobs += marks.jobs;
  };
  for (const auto& [other, live] : tournaments_) add(other, marks_.at(other), live->state() == RunState::over);
  for (const auto& [other, marks] : creating_) {
    if (!tournaments_.contains(other)) add(other, marks, false);
  }
  if (started >= kMaxStartedByOrganiser) {
    return conflict("an organiser has at most " + std::to_string(kMaxStartedByOrganiser) +
                    " tournaments that it has started, also if they are over: an administrator can move some away");
  }
  if (count >= kMaxTournamentsOfOrganiser) {
    return conflict("an organiser has at most " + std::to_string(kMaxTournamentsOfOrganiser) +
                    " tournaments that are not over");
  }
  if (jobs <= options_.max_jobs) return std::nullopt;
  return conflict("the tournaments of an organiser that are not over have at most " +
                  std::to_string(options_.max_jobs) + " jobs together, and with this one they would have " +
                  std::to_string(jobs));
}

// The plan of the request is used, since the one of the store would be read again.
void TournamentRegistry::start_created(const std::string& name, const tournament::TournamentPlan& plan,
                                       const StartAnswer& done) {
  const auto refuse = [this, name, done](const std::string& why) {
    log_unopened(name, why);
    done(conflict(why));
  };
  services_.store.open_tournament(
      name, lifetime_.guard([this, name, plan, done,
                             refuse](const storage::StoreResult<std::optional<storage::OpenTournament>>& opened) {
        if (!opened) {
          open_later(name);
          return refuse("it starts once its store works again: " + opened.error().message);
        }
        if (!*opened) return refuse("it has been removed");
        try {
          // A list of the tournaments that came meanwhile may have opened it.
          if (!tournaments_.contains(name)) add(name, plan, **opened);
        } catch (const std::exception& error) {
          return refuse(error.what());
        }
        services_.log(base::LogLine("tournament_started").text("name", name));
        tournaments_.at(name)->save([name, done] { done(name); });
      }));
}

std::variant<LiveTournament*, Refusal> TournamentRegistry::find_active(const std::string& name) const {
  const auto found = find_writable(name);
  const auto* live = std::get_if<LiveTournament*>(&found);
  if (live != nullptr && (*live)->state() == RunState::over) return conflict("it is over");
  return found;
}

std::variant<LiveTournament*, Refusal> TournamentRegistry::find_writable(const std::string& name) const {
  const auto entry = tournaments_.find(name);
  if (entry == tournaments_.end()) return not_found("there is no such tournament");
  LiveTournament& live = *entry->second;
  if (live.state() == RunState::failed) return conflict(live.why_failed());
  if (!live.storage_error().empty()) return conflict("its store fails: " + live.storage_error());
  return &live;
}

void TournamentRegistry::control(const std::string& name, const std::string& what,
                                 std::function<void(std::optional<Refusal>)> done) {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return done(*refusal);
  LiveTournament& live = *std::get<LiveTournament*>(found);
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", what));
  if (what == "resume") {
    if (const auto refusal = refusal_to_continue(live)) return done(conflict(refusal->text));
  }
  services_.store.set_paused(
      name, what != "resume",
      lifetime_.guard([this, &live, what, done](const storage::StoreResult<storage::Success>& stored) {
        if (!stored) {
          ++store_failures_;
          services_.log(base::LogLine("tournament_order_failed")
                            .text("name", live.name())
                            .word("order", what)
                            .text("why", stored.error().message));
          return done(conflict(stored.error().message));
        }
        if (what == "resume") {
          live.resume();
        } else {
          live.pause();
          if (what == "stop") return live.stop([done] { done(std::nullopt); });
        }
        done(std::nullopt);
      }));
}

std::optional<Refusal> TournamentRegistry::withdraw(const std::string& name, const WithdrawalRequest& withdrawal,
                                                    Completion done) {
  if (!is_valid_reason(withdrawal.why)) return invalid(kInvalidReason);
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const auto player = find_player(live, withdrawal.player);
  if (const auto* refusal = std::get_if<Refusal>(&player)) return *refusal;
  const std::size_t number = std::get<std::size_t>(player);
  if (live.progress().is_benched(number)) return conflict(withdrawal.player + " has already been withdrawn or benched");
  services_.log(base::LogLine("tournament_ordered")
                    .text("name", name)
                    .word("order", "withdraw")
                    .text("player", withdrawal.player));
  live.withdraw(number, withdrawal.why.empty() ? "withdrawn" : "withdrawn: " + withdrawal.why, std::move(done));
  return std::nullopt;
}

std::variant<std::size_t, Refusal> TournamentRegistry::find_player(const LiveTournament& live,
                                                                   const std::string& name) {
  const std::vector<tournament::PlayerEntry>& players = live.plan().players;
  const auto player = std::find_if(players.begin(), players.end(),
                                   [&](const tournament::PlayerEntry& one) { return one.name == name; });
  if (player == players.end()) return not_found("there is no player " + name);
  return static_cast<std::size_t>(player - players.begin());
}

void TournamentRegistry::pass_arrivals(const std::string& player, LiveTournament& live) const {
  for (const auto& [session, arrival] : connected_players_) {
    if (arrival.name == player) live.arrived(arrival);
  }
}

std::optional<Refusal> TournamentRegistry::return_player(const std::string& name, const std::string& player,
                                                         Completion done) {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const auto number = find_player(live, player);
  if (const auto* refusal = std::get_if<Refusal>(&number)) return *refusal;
  if (auto refusal = refusal_for(live.plan().players[std::get<std::size_t>(number)])) return refusal;
  const auto returned = live.return_of(std::get<std::size_t>(number));
  if (const auto* why_not = std::get_if<std::string>(&returned)) return conflict(*why_not);
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", "return").text("player", player));
  live.take_back(std::get<tournament::PlayerReturned>(returned), std::move(done));
  pass_arrivals(player, live);
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::disqualify(const std::string& name,
                                                      const WithdrawalRequest& disqualification, Completion done) {
  if (!is_valid_reason(disqualification.why) || disqualification.why.empty()) return invalid(kInvalidReason);
  const auto found = find_writable(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const auto player = find_player(live, disqualification.player);
  if (const auto* refusal = std::get_if<Refusal>(&player)) return *refusal;
  const auto disqualified = live.disqualification(std::get<std::size_t>(player), disqualification.why);
  if (const auto* why_not = std::get_if<std::string>(&disqualified)) return conflict(*why_not);
  services_.log(base::LogLine("tournament_ordered")
                    .text("name", name)
                    .word("order", "disqualify")
                    .text("player", disqualification.player)
                    .text("why", disqualification.why));
  live.disqualify(std::get<tournament::PlayerDisqualified>(disqualified), std::move(done));
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::annul(const std::string& name, const AnnulmentRequest& annulment,
                                                 Completion done) {
  if (!is_valid_reason(annulment.why)) return invalid(kInvalidReason);
  const auto game = tournament::game_of_name(annulment.game);
  if (!game) return invalid("game: PAIR-LEG or PAIR-LEG-ATTEMPT is expected, with numbers");
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  auto annulled = live.annulment(*game, annulment.why);
  if (const auto* why_not = std::get_if<std::string>(&annulled)) return conflict(*why_not);
  services_.log(base::LogLine("tournament_ordered")
                    .text("name", name)
                    .word("order", "annul")
                    .word("game", tournament::name_of(*game))
                    .text("why", annulment.why));
  live.annul(std::get<tournament::GameAnnulled>(annulled), std::move(done));
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::join(const std::string& name, const JoinRequest& request, Completion done) {
  const auto player = tournament::parse_player(request.entry, look_up_for(request.limits));
  if (!player) return invalid(player.error().message);
  if (auto refusal = refusal_by_limits(*player, request.limits)) return refusal;
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  if (is_draining_) return conflict("the server is about to stop");
  if (auto refusal = refusal_for(*player)) return refusal;
  if (const std::string why = tournament::why_joining_is_closed(live.plan(), live.progress()); !why.empty())
    return conflict(why);
  tournament::TournamentPlan with_player = live.plan();
  with_player.players.push_back(*player);
  if (const std::string why = tournament::why_unplayable(with_player); !why.empty()) return invalid(why);
  services_.log(
      base::LogLine("tournament_ordered").text("name", name).word("order", "join").text("player", player->name));
  live.join(*player, std::move(done));
  pass_arrivals(player->name, live);
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::refusal_to_join(const std::string& name) const {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  const LiveTournament& live = *std::get<LiveTournament*>(found);
  if (is_draining_) return conflict("the server is about to stop");
  if (const std::string why = tournament::why_joining_is_closed(live.plan(), live.progress()); !why.empty())
    return conflict(why);
  if (live.plan().players.size() >= tournament::kMaxPlayers) return conflict("it has too many players");
  if (auto refusal = refusal_to_start_programs()) return refusal;
  if (!options_.isolation) return conflict("programs are not isolated here: exec_isolation has to be bwrap");
  return refusal_to_isolate();
}

std::vector<std::string> TournamentRegistry::names() const {
  std::vector<std::string> names;
  for (const auto& [name, live] : tournaments_) names.push_back(name);
  return names;
}

const LiveTournament* TournamentRegistry::find(const std::string& name) const {
  const auto entry = tournaments_.find(name);
  return entry == tournaments_.end() ? nullptr : entry->second.get();
}

void TournamentRegistry::drain() {
  is_draining_ = true;
  for (const auto& [name, live] : tournaments_) live->pause();
}

void TournamentRegistry::halt() {
  is_halted_ = true;
  for (const auto& [name, live] : tournaments_) live->halt();
}

void TournamentRegistry::check_files() {
  if (std::exchange(is_checking_files_, true)) return;
  services_.store.check_files(
      lifetime_.guard([this](const storage::StoreResult<std::vector<storage::LostTournament>>& lost) {
        is_checking_files_ = false;
        lost ? set_lost_tournaments(*lost) : void(++store_failures_);
      }));
}

void TournamentRegistry::set_lost_tournaments(const std::vector<storage::LostTournament>& lost) {
  std::map<std::string, std::string> reasons;
  for (const auto& [name, why] : lost) reasons[name] = why;
  lost_tournaments_.clear();
  for (const auto& [name, live] : tournaments_) {
    const auto reason = reasons.find(name);
    if (reason != reasons.end()) lost_tournaments_.push_back(name);
    live->set_why_files_lost(reason == reasons.end() ? std::string() : reason->second);
  }
}

bool TournamentRegistry::is_store_failing() const {
  return std::any_of(tournaments_.begin(), tournaments_.end(),
                     [](const auto& entry) { return !entry.second->storage_error().empty(); });
}

std::uint64_t TournamentRegistry::failed_saves() const {
  std::uint64_t count = store_failures_;
  for (const auto& [name, live] : tournaments_) count += live->failed_saves();
  return count;
}

std::optional<std::string> TournamentRegistry::admit(const std::string& ticket, sessions::Entrance entrance) {
  for (const auto& [name, live] : tournaments_) {
    if (auto player = live->admit(ticket, entrance)) return player;
  }
  return std::nullopt;
}

void TournamentRegistry::arrived(const sessions::PlayerArrival& arrival) {
  connected_players_[arrival.session] = arrival;
  for (const auto& [name, live] : tournaments_) live->arrived(arrival);
}

void TournamentRegistry::left(base::SessionId session) {
  connected_players_.erase(session);
  subscriptions_.left(session);
  for (const auto& [name, live] : tournaments_) live->left(session);
}

// Its subscriptions stay.
void TournamentRegistry::renamed(base::SessionId session, const std::string& name) {
  const auto player = connected_players_.find(session);
  if (player == connected_players_.end()) return;
  player->second.name = name;
  for (const auto& [tournament, live] : tournaments_) {
    live->left(session);
    live->arrived(player->second);
  }
}

void TournamentRegistry::withdrew_offer(base::SessionId session) {
  connected_players_.erase(session);
  for (const auto& [name, live] : tournaments_) live->withdrew_offer(session);
}

LiveTournament* TournamentRegistry::find_by_match(base::MatchId match) const {
  for (const auto& [name, live] : tournaments_) {
    if (live->has(match)) return live.get();
  }
  return nullptr;
}

void TournamentRegistry::keep(match::FinishedGame game, Kept kept) {
  if (LiveTournament* live = find_by_match(game.match)) return live->keep(std::move(game), std::move(kept));
  const bool is_early = std::any_of(restored_.begin(), restored_.end(),
                                    [&game](const auto& restored) { return restored.match == game.match; });
  if (!are_tournaments_open_ || is_early) return early_games_.push_back({std::move(game), std::move(kept)});
  services_.post([kept = std::move(kept)] { kept(std::nullopt); });
}

void TournamentRegistry::save_start(base::MatchId match, std::function<void()> saved) {
  LiveTournament* live = find_by_match(match);
  live != nullptr ? live->save_start(std::move(saved)) : saved();
}

std::optional<match::Refusal> TournamentRegistry::follow(base::SessionId session, const std::string& tournament,
                                                         std::optional<std::uint64_t> from) {
  const auto entry = tournaments_.find(tournament);
  if (entry == tournaments_.end()) return sessions::no_such_tournament(tournament);
  if (subscriptions_.follow(session, from, *entry->second)) return std::nullopt;
  return match::Refusal{.reason = match::RefusalReason::busy,
                        .text = "this session follows too many tournaments: unfollow one of them"};
}

std::optional<match::Refusal> TournamentRegistry::unfollow(base::SessionId session, const std::string& tournament) {
  if (!tournaments_.contains(tournament)) return sessions::no_such_tournament(tournament);
  subscriptions_.unfollow(session, tournament);
  return std::nullopt;
}

}  // namespace rensa::live_tournaments
