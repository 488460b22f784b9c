#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "server/live_tournaments/keyed_starts.h"
#include "server/live_tournaments/live_tournament.h"
#include "server/live_tournaments/refusal.h"
#include "server/live_tournaments/subscriptions.h"

namespace rensa::live_tournaments {

struct TournamentRegistryOptions {
  PlayerPrograms programs;
  std::string server;            // the address for programs that are not isolated; empty: they cannot connect
  bool starts_programs = false;  // true: the server may start programs that plans name
  std::optional<processes::Isolation> isolation{};  // of these programs; nullopt: they are not isolated
  int max_jobs = 64;                                // games at a time of a tournament
  int max_real_time_jobs = 1;                       // the same in real time, unless the request is forced
  tournament::NameLookup look_up;
  // For plans that may name no files of this machine.
  tournament::NameLookup look_up_without_files{};
  std::function<std::uint64_t()> draw_seed;
};

// The limits of the person who orders something, besides those of the server. Without them, the person is an
// administrator.
struct OrderLimits {
  // The ids that a new tournament may get; empty: any.
  std::function<bool(const std::string& name)> may_be_named{};
  std::int64_t organiser = 0;   // the account of the person, if it is an organiser
  bool may_use_machine = true;  // false: a plan names neither programs nor files of this machine, and no seed
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

  // These matches were made again after a restart of the server. Those that no tournament takes back are void once all
  // tournaments are open. Call it before open_all().
  void expect_restored(std::vector<match::RestoredArrangedMatch> matches) { restored_ = std::move(matches); }
  // Opens all tournaments of the store. One that cannot be opened is logged and left unchanged; if its store has
  // failed, it is tried again later. `done` is called after the first try.
  void open_all(std::function<void()> done);

  struct StartRequest {
    std::string plan;  // JSON; a missing seed is drawn at random
    int jobs = 1;
    bool is_forced = false;  // allows more games in real time than max_real_time_jobs
    bool is_paused = false;  // the first game waits until the tournament is resumed
    std::string id{};        // the name that the tournament gets; empty: it follows from that of the plan
    std::string key{};       // of the request (KeyedStarts); empty: it has none
    OrderLimits limits{};
  };
  // Starts a tournament. The answer is its name, once its plan and the beginning of its journal are on disk.
  void start(const StartRequest& request, const KeyedStarts::Answer& done);
  struct StartPreview {
    std::string name;
    std::vector<std::string> guests;  // the remote players of the plan
  };
  // Returns the name and the guests of the tournament that start() would begin now, and changes nothing.
  std::variant<StartPreview, Refusal> preview(const StartRequest& request) const;
  // Changes the state of a tournament. `what` is "pause" (running games go on), "resume", or "stop" (running games
  // become void). The answer is nullopt once the change is on disk and has been made.
  void control(const std::string& name, const std::string& what, std::function<void(std::optional<Refusal>)> done);
  // A callback for the time when a request has been carried out and its result is on disk.
  using Completion = std::function<void()>;

  struct WithdrawalRequest {
    std::string player;
    std::string why;          // may be empty
    bool keeps_open = false;  // the tournament is not over as long as games could be played if the player returned
  };
  // Excludes the player from further games. After a refusal `done` is not called.
  std::optional<Refusal> withdraw(const std::string& name, const WithdrawalRequest& withdrawal, Completion done);

  // Lets a withdrawn or benched player take part again. `done` as in withdraw().
  std::optional<Refusal> return_player(const std::string& name, const std::string& player, Completion done);

  // Ends a tournament that is kept open for withdrawn players. `done` as in withdraw().
  std::optional<Refusal> end(const std::string& name, Completion done);
  // Deletes a tournament of which no game has begun. The answer is nullopt once its files are removed.
  void remove(const std::string& name, std::function<void(std::optional<Refusal>)> done);

  // Disqualifies the player, also after the end of the tournament. The reason may not be empty. `done` as in
  // withdraw().
  std::optional<Refusal> disqualify(const std::string& name, const WithdrawalRequest& disqualification,
                                    Completion done);

  struct AnnulmentRequest {
    std::string game;  // "PAIR-LEG" or "PAIR-LEG-ATTEMPT"
    std::string why;   // may be empty
  };
  // Annuls the result of a game, which is then played again. `done` as in withdraw().
  std::optional<Refusal> annul(const std::string& name, const AnnulmentRequest& annulment, Completion done);

  // Sends a message of the organiser to all players and spectators. `done` as in withdraw().
  std::optional<Refusal> send_message(const std::string& name, const std::string& text, Completion done);

  struct JoinRequest {
    std::string entry;  // one of the `players` of a plan, as JSON
    OrderLimits limits{};
  };
  // Adds a player to a running ladder. `done` as in withdraw().
  std::optional<Refusal> join(const std::string& name, const JoinRequest& request, Completion done);
  // Returns the reason why no isolated program can join this tournament now, whichever it is; nullopt: one can.
  std::optional<Refusal> refusal_to_join(const std::string& name) const;

  // Returns true if a player with this name is connected with a token.
  bool is_connected(const std::string& player) const;
  std::vector<std::string> names() const;
  // nullptr: there is no such tournament.
  const LiveTournament* find(const std::string& name) const;
  // As LiveTournament::save_soon(). Precondition: there is such a tournament.
  void save_soon(const std::string& name) { tournaments_.at(name)->save_soon(); }
  // The tournaments that could not be opened, by name, each with the reason.
  const std::map<std::string, std::string>& unreadable() const { return unreadable_; }

  // Starts no more games. Running games go on until they end or the server ends them.
  void drain();
  // As LiveTournament::halt(), for all tournaments.
  void halt();

  // Asks the store if the files of the open tournaments are still there, and logs what has changed. Call it regularly.
  void check_files();
  // The names of the tournaments whose files are lost.
  const std::vector<std::string>& lost_tournaments() const { return lost_tournaments_; }
  // Returns true while a tournament waits for its store, which fails.
  bool is_store_failing() const;
  // The number of times that the store of tournaments has failed.
  std::uint64_t failed_saves() const;

  std::optional<std::string> admit(const std::string& ticket, sessions::Entrance entrance) override;
  void arrived(const sessions::PlayerArrival& arrival) override;
  void left(base::SessionId session) override;
  void renamed(base::SessionId session, const std::string& name) override;
  void withdrew_offer(base::SessionId session) override;
  void keep(match::FinishedGame game, Kept kept) override;
  void save_start(base::MatchId match, std::function<void()> saved) override;
  std::optional<match::Refusal> follow(base::SessionId session, const std::string& tournament,
                                       std::optional<std::uint64_t> from) override;
  std::optional<match::Refusal> unfollow(base::SessionId session, const std::string& tournament) override;

 private:
  using TournamentMap = std::map<std::string, std::unique_ptr<LiveTournament>>;
  using StartAnswer = KeyedStarts::Answer;

  // Finds a tournament that is neither over nor failed, and that does not wait for its store.
  std::variant<LiveTournament*, Refusal> find_active(const std::string& name) const;
  // The same, but it may be over.
  std::variant<LiveTournament*, Refusal> find_writable(const std::string& name) const;
  static std::variant<std::size_t, Refusal> find_player(const LiveTournament& live, const std::string& name);
  // Returns the reason why this server cannot continue the tournament; nullopt: it can.
  std::optional<Refusal> refusal_to_continue(const LiveTournament& live) const;
  std::optional<Refusal> refusal_for(const tournament::PlayerEntry& player) const;
  // Returns the reason why a person with these limits may not let this player play.
  static std::optional<Refusal> refusal_by_limits(const tournament::PlayerEntry& player, const OrderLimits& limits);
  std::optional<Refusal> refusal_to_start_programs() const;
  // Tells the tournament of the sessions that are connected with a token of this name.
  void pass_arrivals(const std::string& player, LiveTournament& live) const;
  std::optional<Refusal> refusal_for(const tournament::TournamentPlan& plan, const StartRequest& request) const;
  // Over or not, and with those that are being started.
  std::size_t number_of_tournaments() const;
  const tournament::NameLookup& look_up_for(const OrderLimits& limits) const {
    return limits.may_use_machine ? options_.look_up : options_.look_up_without_files;
  }
  std::optional<Refusal> refusal_to_isolate() const;
  void check_built_in_players(const LiveTournament& live) const;
  LiveTournament* find_by_match(base::MatchId match) const;
  // Ends the restored matches that no tournament has taken back.
  void drop_unknown_matches();
  // Opens a tournament of the store, and calls `done` when it is open or not to be opened.
  void open(const std::string& name, std::function<void()> done);
  // Opens these tournaments from number `next` on, one after another, so that the text of one is in memory at a time.
  using Names = std::shared_ptr<const std::vector<std::string>>;
  void open_from(const Names& names, std::size_t next, std::function<void()> done);
  // Throws if the tournament cannot be played.
  void add(const std::string& name, const tournament::TournamentPlan& plan, const storage::OpenTournament& opened);
  // Creates a tournament under the first free name: the word of its plan, or with this number or a higher one. The text
  // of the plan in the request is not used any more.
  void create(const tournament::TournamentPlan& plan, const StartRequest& request, int number, const StartAnswer& done);
  // Returns the plan of the request with its seed, or the reason why it cannot be played.
  std::variant<tournament::TournamentPlan, Refusal> read_plan(const StartRequest& request) const;
  static std::string name_for(const tournament::TournamentPlan& plan, const StartRequest& request, int number);
  bool is_taken(const std::string& name) const;
  std::optional<Refusal> refusal_of_name(const std::string& name, const StartRequest& request, int number) const;
  // The second half of remove(): all lines of the journal are on disk. `goes_on`: it plays again if it stays.
  void remove_saved(const std::string& name, bool goes_on, const std::function<void(std::optional<Refusal>)>& done);
  void start_created(const std::string& name, const tournament::TournamentPlan& plan, const StartAnswer& done);
  void log_unopened(const std::string& name, const std::string& why);
  void open_later(const std::string& name);
  void set_lost_tournaments(const std::vector<storage::LostTournament>& lost);

  const TournamentRegistryOptions options_;
  const HostServices services_;
  TournamentMap tournaments_;
  std::map<std::string, storage::TournamentMarks> marks_;     // of the tournaments, as they were when they were opened
  std::map<std::string, storage::TournamentMarks> creating_;  // tournaments that are being started, by name
  KeyedStarts keyed_starts_;
  std::set<std::string> removing_;                        // tournaments that are being deleted, by name
  std::vector<std::unique_ptr<LiveTournament>> removed_;  // deleted ones
  std::map<base::SessionId, sessions::PlayerArrival>
      connected_players_;  // connected with a token, and not about to leave; for tournaments that start later
  std::map<std::string, std::string> unreadable_;
  std::vector<std::string> lost_tournaments_;
  bool is_checking_files_ = false;
  std::uint64_t store_failures_ = 0;  // apart from those of the tournaments themselves
  bool is_draining_ = false;
  bool is_halted_ = false;
  std::vector<match::RestoredArrangedMatch> restored_;  // until their tournaments are open
  std::set<std::string> opening_later_;  // tournaments that could not be opened, and are tried again soon
  // The games of restored matches that have ended before their tournaments were open.
  struct EarlyGame {
    match::FinishedGame game;
    Kept kept;
  };
  std::vector<EarlyGame> early_games_;
  bool are_tournaments_open_ = false;  // all that the store had at the start, or has refused
  mutable bool has_isolated_ = false;  // isolation has worked on this machine since the server started
  mutable std::string why_not_isolated_;
  mutable base::Time next_isolation_check_{};
  TournamentSubscriptions subscriptions_;
  base::Lifetime lifetime_;
};

}  // namespace rensa::live_tournaments
