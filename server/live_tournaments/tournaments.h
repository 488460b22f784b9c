#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/live_tournaments/audience.h"
#include "server/live_tournaments/hosted_run.h"

namespace rensa::live_tournaments {

struct TournamentsOptions {
  std::filesystem::path folder;  // a folder a tournament in it
  Programs programs;
  std::string server;            // where programs connect; empty: none can
  bool starts_programs = false;  // that plans name
  int most_jobs = 64;            // of a tournament
  int most_real_jobs = 1;        // of one in real time, unless it is forced
  contest::LookUp look_up;
  std::function<std::uint64_t()> draw_seed;
};

// Why something cannot be done, for who asked.
struct Refusal {
  enum class Kind : std::uint8_t { unknown, wrong, conflict } kind = Kind::wrong;
  std::string text;
};

// All tournaments of a server, by the names of their folders. They go on where they were when the server starts again;
// those that were paused stay so.
class Tournaments final : public sessions::Host {
 public:
  // Opens nothing yet.
  Tournaments(TournamentsOptions options, Venue venue);
  ~Tournaments() override;
  Tournaments(const Tournaments&) = delete;
  Tournaments& operator=(const Tournaments&) = delete;

  // What is in the folder. What cannot be opened is said in the log, and left alone.
  void open_all();

  struct Wanted {
    std::string plan;  // JSON; without a seed one is drawn
    int jobs = 1;
    bool is_forced = false;  // more games in real time than the machine is thought to carry
  };
  // The name of a tournament that begins.
  std::variant<std::string, Refusal> start(const Wanted& wanted);
  // What orders that take time call when they have been carried out, and are on disk.
  using Done = std::function<void()>;
  // "pause": what is being played goes on; "resume"; "stop": what is being played is void. nullopt: done.
  std::optional<Refusal> order(const std::string& name, const std::string& what);

  struct Withdrawal {
    std::string player;
    std::string why;  // may be empty
  };
  // The player takes no further part. A refusal: nothing is done, and `done` is not called.
  std::optional<Refusal> withdraw(const std::string& name, const Withdrawal& withdrawal, Done done);

  // One more player for a ladder that is being played; the entry is one of the `players` of a plan, as JSON. As above.
  std::optional<Refusal> join(const std::string& name, const std::string& entry, Done done);

  std::vector<std::string> names() const;
  // nullptr: there is none.
  const HostedRun* find(const std::string& name) const;

  // Nothing begins any more; what is being played is played to its end, or is ended by the server.
  void drain();

  std::optional<std::string> admit(const std::string& ticket) override;
  void arrived(const sessions::Arrival& arrival) override;
  void left(base::SessionId session) override;
  void keep(play::FinishedGame game, std::function<void()> done) override;
  std::optional<proto::Error> follow(base::SessionId session, const proto::Follow& wanted) override;
  std::optional<proto::Error> unfollow(base::SessionId session, const proto::Unfollow& unwanted) override;

 private:
  using Runs = std::map<std::string, std::unique_ptr<HostedRun>>;

  std::filesystem::path folder_of(const std::string& name) const { return options_.folder / name; }
  std::filesystem::path pause_mark_of(const std::string& name) const { return folder_of(name) / "paused"; }
  // A run that takes orders.
  std::variant<HostedRun*, Refusal> ordered(const std::string& name) const;
  // What of the player this server cannot have; nullopt: nothing.
  std::optional<Refusal> why_not_go_on(const HostedRun& run) const;
  std::optional<Refusal> why_not(const contest::Player& player) const;
  std::optional<Refusal> why_not(const contest::Plan& plan, const Wanted& wanted) const;
  void check_what_they_stand_for(const HostedRun& run) const;
  void open(const std::string& name, const contest::Plan& plan, int jobs);

  const TournamentsOptions options_;
  const Venue venue_;
  Runs runs_;
  std::map<base::SessionId, sessions::Arrival> here_;  // who came by a token, for tournaments that begin later
  bool is_draining_ = false;
  Audience audience_;
};

}  // namespace rensa::live_tournaments
