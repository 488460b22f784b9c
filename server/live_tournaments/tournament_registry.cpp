#include "server/live_tournaments/tournament_registry.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "server/match/series.h"
#include "server/processes/program.h"
#include "server/tournament/journal/atomic_file.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::live_tournaments {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMaxTournaments = 1'000;

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
  const auto is_control = [](char character) {
    return static_cast<unsigned char>(character) < 0x20 || character == 0x7F;
  };
  if (text.size() > kMaxBytes || std::any_of(text.begin(), text.end(), is_control)) return false;
  try {
    return !json(text).dump().empty();
  } catch (const json::exception&) {
    return false;  // not UTF-8
  }
}

Refusal conflict(std::string text) { return {.kind = Refusal::Kind::conflict, .text = std::move(text)}; }

Refusal not_found(std::string text) { return {.kind = Refusal::Kind::not_found, .text = std::move(text)}; }

bool has_seed(const std::string& plan) { return json::parse(plan).contains("seed"); }

}  // namespace

TournamentRegistry::TournamentRegistry(TournamentRegistryOptions options, HostServices services)
    : options_(std::move(options)),
      services_(std::move(services)),
      subscriptions_(services_.io,
                     {.send = services_.send, .queued_bytes = services_.queued_bytes, .log = services_.log},
                     services_.now) {}

// Ends the tournaments first, because their aborted games call back into this object.
TournamentRegistry::~TournamentRegistry() {
  for (const auto& [name, live] : tournaments_) live->abort_games();
}

// The number of games at a time is not part of a plan, so each folder has a file with this number.
void TournamentRegistry::open_all() {
  std::error_code none;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(options_.folder, none)) {
    if (fs::exists(tournament::plan_file_in(entry.path()))) names.insert(entry.path().filename().string());
  }
  for (const std::string& name : names) {
    try {
      const auto plan = tournament::parse_plan(tournament::read_text_file(tournament::plan_file_in(folder_of(name))),
                                               options_.look_up);
      if (!plan) throw std::runtime_error(plan.error().message);
      const fs::path jobs = folder_of(name) / "jobs";
      open(name, *plan, fs::exists(jobs) ? std::stoi(tournament::read_text_file(jobs)) : 1);
    } catch (const std::exception& error) {
      unreadable_[name] = error.what();
      services_.log("event=tournament_not_opened name=\"" + name + "\" why=\"" + error.what() + "\"");
    }
  }
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

void TournamentRegistry::open(const std::string& name, const tournament::TournamentPlan& plan, int jobs) {
  const LiveTournamentOptions options{.processes = {.programs = options_.programs,
                                                    .server = options_.server,
                                                    .folder = folder_of(name),
                                                    .max_idle = 2 * static_cast<std::size_t>(jobs)},
                                      .jobs = jobs};
  auto live = std::make_unique<LiveTournament>(plan, options, services_, [] {});
  check_built_in_players(*live);
  if (fs::exists(pause_file_of(name))) live->pause();
  if (const auto refusal = refusal_to_continue(*live)) {
    live->pause();
    services_.log("event=tournament_paused name=\"" + name + "\" why=\"" + refusal->text + "\"");
  }
  for (const auto& [session, arrival] : connected_players_) live->arrived(arrival);
  tournaments_[name] = std::move(live);
}

std::optional<Refusal> TournamentRegistry::refusal_for(const tournament::PlayerEntry& player) const {
  if (std::holds_alternative<tournament::RemotePlayer>(player.kind)) return std::nullopt;
  if (options_.server.empty()) {
    return invalid(player.name +
                   " is a program that this server starts, but programs cannot connect over TLS: set worker_socket");
  }
  const auto* command = std::get_if<tournament::CommandPlayer>(&player.kind);
  if (command == nullptr) return std::nullopt;
  if (!options_.starts_programs) {
    return invalid("this server may not start the programs that plans name: its setting exec_players allows it");
  }
  const std::string why = processes::why_not_runnable(command->words.front());
  if (!why.empty()) return invalid(player.name + ": " + why);
  return std::nullopt;
}

// Checks the tournament again, because the settings of the server may have changed since it started.
std::optional<Refusal> TournamentRegistry::refusal_to_continue(const LiveTournament& live) const {
  for (const tournament::PlayerEntry& player : live.plan().players) {
    if (auto refusal = refusal_for(player)) return refusal;
  }
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::refusal_for(const tournament::TournamentPlan& plan,
                                                       const StartRequest& request) const {
  if (is_draining_) return conflict("the server is about to stop");
  if (tournaments_.size() >= kMaxTournaments) {
    return conflict("this server has too many tournaments");
  }
  if (const auto why = match::why_unplayable(plan.terms)) return invalid(*why);
  for (const tournament::PlayerEntry& player : plan.players) {
    if (auto refusal = refusal_for(player)) return refusal;
  }
  if (request.jobs < 1 || request.jobs > options_.max_jobs) {
    return invalid("jobs has to be from 1 to " + std::to_string(options_.max_jobs));
  }
  const bool is_real = plan.terms.clock == match::Clock::real;
  if (is_real && request.jobs > options_.max_real_time_jobs && !request.is_forced) {
    return invalid("in real time this machine can play " + std::to_string(options_.max_real_time_jobs) +
                   " games at a time; a forced start plays more");
  }
  return std::nullopt;
}

std::variant<std::string, Refusal> TournamentRegistry::start(const StartRequest& request) {
  const auto read = tournament::parse_plan(request.plan, options_.look_up);
  if (!read) return invalid(read.error().message);
  tournament::TournamentPlan plan = *read;
  // The seed reveals the queues of all games, so the default seed must not be used.
  if (!has_seed(request.plan)) plan.seed = options_.draw_seed();
  if (auto refusal = refusal_for(plan, request)) return *std::move(refusal);
  const std::string stem = folder_name_for(plan.name);
  std::string name = stem;
  for (int number = 2; tournaments_.contains(name) || fs::exists(folder_of(name)); ++number) {
    name = std::string(stem).append("-").append(std::to_string(number));
  }
  try {
    tournament::create_tournament_folder(plan, folder_of(name));
    tournament::write_file_atomically(folder_of(name) / "jobs", std::to_string(request.jobs));
    open(name, plan, request.jobs);
  } catch (const std::exception& error) {
    return conflict(error.what());
  }
  services_.log("event=tournament_started name=\"" + name + "\"");
  return name;
}

std::variant<LiveTournament*, Refusal> TournamentRegistry::find_active(const std::string& name) const {
  const auto entry = tournaments_.find(name);
  if (entry == tournaments_.end()) return not_found("there is no such tournament");
  LiveTournament& live = *entry->second;
  if (live.state() == RunState::over) return conflict("it is over");
  if (live.state() == RunState::failed) return conflict(live.why_failed());
  return &live;
}

std::optional<Refusal> TournamentRegistry::control(const std::string& name, const std::string& what) {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  services_.log("event=tournament_ordered name=\"" + name + "\" order=" + what);
  try {
    if (what == "resume") {
      if (const auto refusal = refusal_to_continue(live)) return conflict(refusal->text);
      fs::remove(pause_file_of(name));
      live.resume();
      return std::nullopt;
    }
    tournament::write_file_atomically(pause_file_of(name), std::string());
  } catch (const std::exception& error) {
    return conflict(error.what());
  }
  live.pause();
  if (what == "stop") live.abort_games();
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::withdraw(const std::string& name, const WithdrawalRequest& withdrawal,
                                                    Completion done) {
  if (!is_valid_reason(withdrawal.why))
    return invalid("why: up to 200 bytes of UTF-8 without control characters are expected");
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const std::vector<tournament::PlayerEntry>& players = live.plan().players;
  const auto player = std::find_if(players.begin(), players.end(),
                                   [&](const tournament::PlayerEntry& one) { return one.name == withdrawal.player; });
  if (player == players.end()) return not_found("there is no player " + withdrawal.player);
  const auto number = static_cast<std::size_t>(player - players.begin());
  if (live.progress().is_benched(number)) return conflict(player->name + " has already been withdrawn or benched");
  services_.log("event=tournament_ordered name=\"" + name + "\" order=withdraw player=\"" + player->name + "\"");
  live.withdraw(number, withdrawal.why.empty() ? "withdrawn" : "withdrawn: " + withdrawal.why, std::move(done));
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::join(const std::string& name, const std::string& entry, Completion done) {
  const auto player = tournament::parse_player(entry, options_.look_up);
  if (!player) return invalid(player.error().message);
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
  services_.log("event=tournament_ordered name=\"" + name + "\" order=join player=\"" + player->name + "\"");
  live.join(*player, std::move(done));
  for (const auto& [session, arrival] : connected_players_) {
    if (arrival.name == player->name) live.arrived(arrival);
  }
  return std::nullopt;
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

std::optional<std::string> TournamentRegistry::admit(const std::string& ticket) {
  for (const auto& [name, live] : tournaments_) {
    if (auto player = live->admit(ticket)) return player;
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

void TournamentRegistry::keep(match::FinishedGame game, Kept kept) {
  for (const auto& [name, live] : tournaments_) {
    if (live->has(game.match)) return live->keep(std::move(game), std::move(kept));
  }
}

std::optional<match::Refusal> TournamentRegistry::follow(base::SessionId session, const std::string& tournament,
                                                         std::optional<std::uint64_t> from) {
  const auto entry = tournaments_.find(tournament);
  if (entry == tournaments_.end()) return sessions::no_such_tournament(tournament);
  if (subscriptions_.follow(session, tournament, from, *entry->second)) return std::nullopt;
  return match::Refusal{.reason = match::RefusalReason::busy,
                        .text = "this session follows too many tournaments: unfollow one of them"};
}

std::optional<match::Refusal> TournamentRegistry::unfollow(base::SessionId session, const std::string& tournament) {
  if (!tournaments_.contains(tournament)) return sessions::no_such_tournament(tournament);
  subscriptions_.unfollow(session, tournament);
  return std::nullopt;
}

}  // namespace rensa::live_tournaments
