#include "server/live_tournaments/tournaments.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "server/contest/joined.h"
#include "server/contest/whole_file.h"
#include "server/processes/places.h"
#include "server/play/terms.h"

namespace rensa::live_tournaments {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMostTournaments = 1'000;

Refusal wrong(std::string text) { return {.kind = Refusal::Kind::wrong, .text = std::move(text)}; }

// What is left of a name in a folder's name and a URL.
std::string word_of(const std::string& name) {
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

// One that can stand in a journal and in an answer.
bool is_sentence(const std::string& text) {
  constexpr std::size_t kMostBytes = 200;
  const auto is_control = [](char character) {
    return static_cast<unsigned char>(character) < 0x20 || character == 0x7F;
  };
  if (text.size() > kMostBytes || std::any_of(text.begin(), text.end(), is_control)) return false;
  try {
    return !json(text).dump().empty();
  } catch (const json::exception&) {
    return false;  // not UTF-8
  }
}

Refusal conflict(std::string text) { return {.kind = Refusal::Kind::conflict, .text = std::move(text)}; }

Refusal unknown(std::string text) { return {.kind = Refusal::Kind::unknown, .text = std::move(text)}; }

bool has_seed(const std::string& plan) { return json::parse(plan).contains("seed"); }

}  // namespace

Tournaments::Tournaments(TournamentsOptions options, Venue venue)
    : options_(std::move(options)),
      venue_(std::move(venue)),
      audience_(venue_.io, {.tell = venue_.tell, .queued_bytes = venue_.queued_bytes, .log = venue_.log}, venue_.now) {}

// What is broken off comes back here before it is gone.
Tournaments::~Tournaments() {
  for (const auto& [name, run] : runs_) run->break_off();
}

// The number of games at a time is not part of a plan, so it stands beside it.
void Tournaments::open_all() {
  std::error_code none;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(options_.folder, none)) {
    if (fs::exists(contest::plan_in(entry.path()))) names.insert(entry.path().filename().string());
  }
  for (const std::string& name : names) {
    try {
      const auto plan = contest::plan_of_json(contest::text_of(contest::plan_in(folder_of(name))), options_.look_up);
      if (!plan) throw std::runtime_error(plan.error().message);
      const fs::path jobs = folder_of(name) / "jobs";
      open(name, *plan, fs::exists(jobs) ? std::stoi(contest::text_of(jobs)) : 1);
    } catch (const std::exception& error) {
      venue_.log("event=tournament_not_opened name=\"" + name + "\" why=\"" + error.what() + "\"");
    }
  }
}

// A plan's digest holds what is in the files that it names; of who has joined later the journal does.
void Tournaments::check_what_they_stand_for(const HostedRun& run) const {
  for (const contest::Player& player : run.plan().players) {
    const auto* built_in = std::get_if<contest::BuiltIn>(&player.who);
    if (built_in == nullptr) continue;
    const auto now = options_.look_up.player(built_in->player);
    if (!now) throw std::runtime_error(now.error().message);
    if (*now != built_in->stands_for) {
      throw std::runtime_error(player.name + " is no longer what it was: a file that it names has changed");
    }
  }
}

void Tournaments::open(const std::string& name, const contest::Plan& plan, int jobs) {
  const HostedRunOptions options{.company = {.programs = options_.programs,
                                             .server = options_.server,
                                             .folder = folder_of(name),
                                             .most_idle = 2 * static_cast<std::size_t>(jobs)},
                                 .jobs = jobs};
  auto run = std::make_unique<HostedRun>(plan, options, venue_, [] {});
  check_what_they_stand_for(*run);
  if (fs::exists(pause_mark_of(name))) run->pause();
  if (const auto refusal = why_not_go_on(*run)) {
    run->pause();
    venue_.log("event=tournament_paused name=\"" + name + "\" why=\"" + refusal->text + "\"");
  }
  for (const auto& [session, arrival] : here_) run->arrived(arrival);
  runs_[name] = std::move(run);
}

std::optional<Refusal> Tournaments::why_not(const contest::Player& player) const {
  if (std::holds_alternative<contest::Guest>(player.who)) return std::nullopt;
  if (options_.server.empty()) {
    return wrong(player.name +
                 " is a program that is started here, and could not connect: over TLS that takes the server's setting "
                 "worker_socket");
  }
  const auto* command = std::get_if<contest::Command>(&player.who);
  if (command == nullptr) return std::nullopt;
  if (!options_.starts_programs) {
    return wrong("this server starts no programs that plans name: see its setting exec_players");
  }
  const std::string why = processes::why_no_program(command->words.front());
  if (!why.empty()) return wrong(player.name + ": " + why);
  return std::nullopt;
}

// The server may have other settings than when it began.
std::optional<Refusal> Tournaments::why_not_go_on(const HostedRun& run) const {
  for (const contest::Player& player : run.plan().players) {
    if (auto refusal = why_not(player)) return refusal;
  }
  return std::nullopt;
}

std::optional<Refusal> Tournaments::why_not(const contest::Plan& plan, const Wanted& wanted) const {
  if (is_draining_) return conflict("the server is about to stop");
  if (runs_.size() >= kMostTournaments) {
    return conflict("this server holds as many tournaments as it can");
  }
  if (const auto why = play::why_unplayable(plan.terms)) return wrong(*why);
  for (const contest::Player& player : plan.players) {
    if (auto refusal = why_not(player)) return refusal;
  }
  if (wanted.jobs < 1 || wanted.jobs > options_.most_jobs) {
    return wrong("jobs has to be from 1 to " + std::to_string(options_.most_jobs));
  }
  const bool is_real = plan.terms.clock == proto::Clock::real;
  if (is_real && wanted.jobs > options_.most_real_jobs && !wanted.is_forced) {
    return wrong("in real time this machine carries " + std::to_string(options_.most_real_jobs) +
                 " games at a time; more have to be forced");
  }
  return std::nullopt;
}

std::variant<std::string, Refusal> Tournaments::start(const Wanted& wanted) {
  const auto read = contest::plan_of_json(wanted.plan, options_.look_up);
  if (!read) return wrong(read.error().message);
  contest::Plan plan = *read;
  // Who knows the seed knows the pairs.
  if (!has_seed(wanted.plan)) plan.seed = options_.draw_seed();
  if (auto refusal = why_not(plan, wanted)) return *std::move(refusal);
  const std::string stem = word_of(plan.name);
  std::string name = stem;
  for (int number = 2; runs_.contains(name) || fs::exists(folder_of(name)); ++number) {
    name = std::string(stem).append("-").append(std::to_string(number));
  }
  try {
    contest::make_folder(plan, folder_of(name));
    contest::write_whole(folder_of(name) / "jobs", std::to_string(wanted.jobs));
    open(name, plan, wanted.jobs);
  } catch (const std::exception& error) {
    return conflict(error.what());
  }
  venue_.log("event=tournament_started name=\"" + name + "\"");
  return name;
}

std::variant<HostedRun*, Refusal> Tournaments::ordered(const std::string& name) const {
  const auto entry = runs_.find(name);
  if (entry == runs_.end()) return unknown("there is no such tournament");
  HostedRun& run = *entry->second;
  if (run.state() == RunState::over) return conflict("it is over");
  if (run.state() == RunState::failed) return conflict(run.why_failed());
  return &run;
}

std::optional<Refusal> Tournaments::order(const std::string& name, const std::string& what) {
  const auto found = ordered(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  HostedRun& run = *std::get<HostedRun*>(found);
  venue_.log("event=tournament_ordered name=\"" + name + "\" order=" + what);
  try {
    if (what == "resume") {
      if (const auto refusal = why_not_go_on(run)) return conflict(refusal->text);
      fs::remove(pause_mark_of(name));
      run.resume();
      return std::nullopt;
    }
    contest::write_whole(pause_mark_of(name), std::string());
  } catch (const std::exception& error) {
    return conflict(error.what());
  }
  run.pause();
  if (what == "stop") run.break_off();
  return std::nullopt;
}

std::optional<Refusal> Tournaments::withdraw(const std::string& name, const Withdrawal& withdrawal, Done done) {
  if (!is_sentence(withdrawal.why))
    return wrong("why: up to 200 bytes of UTF-8 without control characters are expected");
  const auto found = ordered(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  HostedRun& run = *std::get<HostedRun*>(found);
  const std::vector<contest::Player>& players = run.plan().players;
  const auto player = std::find_if(players.begin(), players.end(),
                                   [&](const contest::Player& one) { return one.name == withdrawal.player; });
  if (player == players.end()) return unknown("there is no player " + withdrawal.player);
  const auto number = static_cast<std::size_t>(player - players.begin());
  if (run.tournament().is_benched(number)) return conflict(player->name + " takes no further part already");
  venue_.log("event=tournament_ordered name=\"" + name + "\" order=withdraw player=\"" + player->name + "\"");
  run.withdraw(number, withdrawal.why.empty() ? "withdrawn" : "withdrawn: " + withdrawal.why, std::move(done));
  return std::nullopt;
}

std::optional<Refusal> Tournaments::join(const std::string& name, const std::string& entry, Done done) {
  const auto player = contest::player_of_json(entry, options_.look_up);
  if (!player) return wrong(player.error().message);
  const auto found = ordered(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  HostedRun& run = *std::get<HostedRun*>(found);
  if (is_draining_) return conflict("the server is about to stop");
  if (auto refusal = why_not(*player)) return refusal;
  if (const std::string why = contest::why_closed(run.plan(), run.tournament()); !why.empty()) return conflict(why);
  contest::Plan with_player = run.plan();
  with_player.players.push_back(*player);
  if (const std::string why = contest::why_unplayable(with_player); !why.empty()) return wrong(why);
  venue_.log("event=tournament_ordered name=\"" + name + "\" order=join player=\"" + player->name + "\"");
  run.join(*player, std::move(done));
  for (const auto& [session, arrival] : here_) {
    if (arrival.name == player->name) run.arrived(arrival);
  }
  return std::nullopt;
}

std::vector<std::string> Tournaments::names() const {
  std::vector<std::string> names;
  for (const auto& [name, run] : runs_) names.push_back(name);
  return names;
}

const HostedRun* Tournaments::find(const std::string& name) const {
  const auto entry = runs_.find(name);
  return entry == runs_.end() ? nullptr : entry->second.get();
}

void Tournaments::drain() {
  is_draining_ = true;
  for (const auto& [name, run] : runs_) run->pause();
}

std::optional<std::string> Tournaments::admit(const std::string& ticket) {
  for (const auto& [name, run] : runs_) {
    if (auto player = run->admit(ticket)) return player;
  }
  return std::nullopt;
}

void Tournaments::arrived(const sessions::Arrival& arrival) {
  here_[arrival.session] = arrival;
  for (const auto& [name, run] : runs_) run->arrived(arrival);
}

void Tournaments::left(base::SessionId session) {
  here_.erase(session);
  audience_.left(session);
  for (const auto& [name, run] : runs_) run->left(session);
}

void Tournaments::keep(play::FinishedGame game, std::function<void()> done) {
  for (const auto& [name, run] : runs_) {
    if (run->has(game.match)) return run->keep(std::move(game), std::move(done));
  }
}

std::optional<proto::Error> Tournaments::follow(base::SessionId session, const proto::Follow& wanted) {
  const auto entry = runs_.find(wanted.tournament);
  if (entry == runs_.end()) return sessions::no_such_tournament(wanted.tournament);
  if (audience_.follow(session, wanted, *entry->second)) return std::nullopt;
  return proto::Error{.code = proto::ErrorCode::busy,
                      .text = "nobody follows more tournaments at a time: unfollow one of them",
                      .match = std::nullopt,
                      .id = 0};
}

std::optional<proto::Error> Tournaments::unfollow(base::SessionId session, const proto::Unfollow& unwanted) {
  if (!runs_.contains(unwanted.tournament)) return sessions::no_such_tournament(unwanted.tournament);
  audience_.unfollow(session, unwanted.tournament);
  return std::nullopt;
}

}  // namespace rensa::live_tournaments
