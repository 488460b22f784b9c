#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/live_tournaments/live_tournament.h"
#include "server/live_tournaments/subscriptions.h"

namespace rensa::live_tournaments {

struct TournamentRegistryOptions {
  std::filesystem::path folder;  // contains one folder per tournament
  PlayerPrograms programs;
  std::string server;            // the address that programs connect to; empty: they cannot connect
  bool starts_programs = false;  // true: the server may start programs that plans name
  int max_jobs = 64;             // games at a time of a tournament
  int max_real_time_jobs = 1;    // the same in real time, unless the request is forced
  tournament::NameLookup look_up;
  std::function<std::uint64_t()> draw_seed;
};

// The reason why a request was refused.
struct Refusal {
  enum class Kind : std::uint8_t { not_found, invalid, conflict } kind = Kind::invalid;
  std::string text;
};

// All tournaments of a server, by the names of their folders. They go on after a restart of the server; paused ones
// stay paused.
class TournamentRegistry final : public sessions::TournamentHost {
 public:
  // Does not open any tournament yet.
  TournamentRegistry(TournamentRegistryOptions options, HostServices services);
  ~TournamentRegistry() override;
  TournamentRegistry(const TournamentRegistry&) = delete;
  TournamentRegistry& operator=(const TournamentRegistry&) = delete;

  // Opens all tournaments in the folder. One that cannot be opened is logged and left unchanged.
  void open_all();

  struct StartRequest {
    std::string plan;  // JSON; a missing seed is drawn at random
    int jobs = 1;
    bool is_forced = false;  // allows more games in real time than max_real_time_jobs
  };
  // Starts a tournament and returns its name.
  std::variant<std::string, Refusal> start(const StartRequest& request);
  // A callback for the time when a request has been carried out and its result is on disk.
  using Completion = std::function<void()>;
  // Changes the state of a tournament. `what` is "pause" (running games go on), "resume", or "stop" (running games
  // become void). Returns nullopt if it is done.
  std::optional<Refusal> control(const std::string& name, const std::string& what);

  struct WithdrawalRequest {
    std::string player;
    std::string why;  // may be empty
  };
  // Excludes the player from further games. After a refusal `done` is not called.
  std::optional<Refusal> withdraw(const std::string& name, const WithdrawalRequest& withdrawal, Completion done);

  // Adds a player to a running ladder. `entry` is one of the `players` of a plan, as JSON. `done` as in withdraw().
  std::optional<Refusal> join(const std::string& name, const std::string& entry, Completion done);

  std::vector<std::string> names() const;
  // nullptr: there is no such tournament.
  const LiveTournament* find(const std::string& name) const;
  // The tournaments that could not be opened, by name, each with the reason.
  const std::map<std::string, std::string>& unreadable() const { return unreadable_; }

  // Starts no more games. Running games go on until they end or the server ends them.
  void drain();

  std::optional<std::string> admit(const std::string& ticket) override;
  void arrived(const sessions::PlayerArrival& arrival) override;
  void left(base::SessionId session) override;
  void keep(match::FinishedGame game, Kept kept) override;
  std::optional<match::Refusal> follow(base::SessionId session, const std::string& tournament,
                                       std::optional<std::uint64_t> from) override;
  std::optional<match::Refusal> unfollow(base::SessionId session, const std::string& tournament) override;

 private:
  using TournamentMap = std::map<std::string, std::unique_ptr<LiveTournament>>;

  std::filesystem::path folder_of(const std::string& name) const { return options_.folder / name; }
  std::filesystem::path pause_file_of(const std::string& name) const { return folder_of(name) / "paused"; }
  // Finds a tournament that is neither over nor failed.
  std::variant<LiveTournament*, Refusal> find_active(const std::string& name) const;
  // Returns the reason why this server cannot continue the tournament; nullopt: it can.
  std::optional<Refusal> refusal_to_continue(const LiveTournament& live) const;
  std::optional<Refusal> refusal_for(const tournament::PlayerEntry& player) const;
  std::optional<Refusal> refusal_for(const tournament::TournamentPlan& plan, const StartRequest& request) const;
  void check_built_in_players(const LiveTournament& live) const;
  void open(const std::string& name, const tournament::TournamentPlan& plan, int jobs);

  const TournamentRegistryOptions options_;
  const HostServices services_;
  TournamentMap tournaments_;
  std::map<base::SessionId, sessions::PlayerArrival>
      connected_players_;  // connected with a token; for tournaments that start later
  std::map<std::string, std::string> unreadable_;
  bool is_draining_ = false;
  TournamentSubscriptions subscriptions_;
};

}  // namespace rensa::live_tournaments
