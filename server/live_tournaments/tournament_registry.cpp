#include "server/live_tournaments/tournament_registry.h"

#include <algorithm>
#include <utility>

#include "server/processes/program.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::live_tournaments {

namespace {

constexpr std::chrono::seconds kIsolationCheckInterval{60};     // while it fails
constexpr std::chrono::milliseconds kOpenAgainInterval{5'000};  // after the store has failed

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
  const LiveTournamentOptions options{
      .processes = {.programs = options_.programs,
                    .isolation = options_.isolation,
                    .server = options_.server,
                    .output_folder = opened.output_folder,
                    .outputs = opened.outputs,
                    .max_idle = 2 * static_cast<std::size_t>(jobs)},
      .jobs = jobs,
      .restored = std::move(restored),
      .is_following = [this, name](base::SessionId session) { return subscriptions_.is_following(session, name); }};
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

std::optional<Refusal> TournamentRegistry::refusal_by_limits(const tournament::PlayerEntry& player,
                                                             const OrderLimits& limits) {
  const bool is_program = std::holds_alternative<tournament::CommandPlayer>(player.kind);
  if (limits.may_use_machine || !is_program) return std::nullopt;
  return forbidden(player.name + " is a program: only an administrator may let this server start programs");
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

bool TournamentRegistry::is_connected(const std::string& player) const {
  return std::any_of(connected_players_.begin(), connected_players_.end(),
                     [&](const auto& entry) { return entry.second.name == player; });
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
