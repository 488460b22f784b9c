#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/ids.h"
#include "server/base/types.h"
#include "server/lobby/capacity.h"
#include "server/lobby/invitations.h"
#include "server/lobby/lobby_messages.h"
#include "server/lobby/loop_load.h"
#include "server/match/cpu_load_estimate.h"
#include "server/match/match.h"
#include "server/match/match_scheduler.h"
#include "server/match/spectators.h"

namespace rensa::lobby {

// A histogram of the delays with which frames in real time are played.
struct LatenessHistogram {
  // Upper bounds of the buckets; one more bucket has no bound.
  static constexpr std::array<std::int64_t, 12> kBoundsMicroseconds = {
      50, 100, 200, 500, 1'000, 2'000, 5'000, 10'000, 20'000, 50'000, 100'000, 1'000'000};
  std::array<std::uint64_t, kBoundsMicroseconds.size() + 1> counts{};
  std::uint64_t total = 0;
  std::int64_t sum_microseconds = 0;

  void add(base::Span late) {
    const std::int64_t microseconds = late / std::chrono::microseconds(1);
    std::size_t at = 0;
    while (at < kBoundsMicroseconds.size() && microseconds > kBoundsMicroseconds[at]) ++at;
    ++counts[at];
    ++total;
    sum_microseconds += microseconds;
  }
};

// Counts for metrics.
struct LobbyCounts {
  std::uint64_t matches_started = 0;
  std::uint64_t matches_restored = 0;  // of an earlier process
  std::uint64_t matches_refused = 0;
  std::uint64_t matches_ended = 0;
  std::uint64_t games_saved = 0;
  std::uint64_t decisions = 0;
  // Of them, those that a match in real time has paid for: one of each seat in each frame, if it was accepted.
  std::uint64_t paid_decisions = 0;
  std::uint64_t stalls = 0;  // times at which the server did nothing for longer than the stall threshold
  base::Span stalled{};
  LatenessHistogram lateness;
};

struct LobbySettings {
  match::MatchSettings match;
  std::size_t max_matches = 25'000;
  // Matches in real time cost the most; beyond these limits, running ones would be late.
  std::size_t max_real_time_matches = 4'000;
  double max_real_time_share = 0.75;  // of CPU time that their frames take or will take; 1: no limit
  std::size_t max_matches_per_player = 1'024;
  std::size_t max_quick_matches_per_player = 256;  // requests that may wait at the same time
  std::size_t max_challenges_per_player = 16;
  std::size_t max_challenges_to_player = 32;
  std::size_t max_hostless_invitations = 64;  // for each budget; their hosts have lost their connections
  // If the lobby is not called for longer than this, the server has stalled, and all time-outs are moved. Zero: stalls
  // are not detected.
  base::Span stall_threshold{};
};

// A player accepts any challenge, up to this number of matches at a time.
struct OpenOffer {
  int matches = 1;
  match::Subscription subscription = match::Subscription::events;
};

// A match that a player wants to play.
struct MatchRequest {
  match::Terms terms;
  match::Subscription subscription = match::Subscription::events;
};

struct InvitationRequest {
  match::Terms terms;
  match::Subscription subscription = match::Subscription::events;
  std::string code;       // of an earlier invitation by this client; empty: none
  std::string client_id;  // as in match::ResumeRequest
};

// The players that have entered, their requests for matches, and the running matches. Callers pass messages and the
// time; the lobby sends its answers through a LobbyOutput.
class Lobby {
 public:
  // `match_ids` and `output` outlive it. While there are no ids, no match begins.
  Lobby(const LobbySettings& settings, base::IdSource& match_ids, LobbyOutput& output);

  // Returns true if no player here has this name. Several workers may share a name.
  bool is_name_free(const std::string& name) const;
  // A player with arranged_matches_only takes part only in matches that are arranged for it.
  enum class Access : std::uint8_t { full, arranged_matches_only };
  void enter(base::PlayerId player, const std::string& name, base::Time now, Access access = Access::full);
  // Precondition of all functions with a player below: the player has entered.

  // All players with the same payer share one part of the capacity for matches, and one limit for the invitations that
  // they leave behind. Payers that are guests share none with others.
  void set_payer(base::PlayerId player, Payer payer) { players_.at(player).payer = std::move(payer); }
  const std::string& name_of(base::PlayerId player) const { return players_.at(player).name; }
  void rename(base::PlayerId player, const std::string& name);
  std::vector<base::PlayerId> players_with_name_like(const std::string& name) const;
  // Returns true if a player with this name accepts challenges without being asked.
  bool is_open(const std::string& name) const;
  // Returns true if the player has a seat of a running match, or watches one.
  bool is_in_match(base::PlayerId player) const { return !players_.at(player).matches.empty(); }
  // Returns the name of a seat; nullopt if the player does not have the seat, or if the match was arranged.
  std::optional<std::string> seat_name(base::PlayerId player, base::MatchId match, duel::Seat seat) const;
  // Returns true if this is the token of a seat of a running match.
  bool is_seat_token(base::MatchId match, duel::Seat seat, const std::string& token) const;
  // Returns the players of a running match, with the names that it began with.
  std::optional<std::array<match::MatchPlayer, 2>> seat_players(base::MatchId match) const;
  // A guest proves by the token of a lost seat that it is the earlier player of the seat. Returns that player, which is
  // present from now on instead of the guest; or nullopt, and changes nothing: the token is wrong, the seat is not
  // lost, its player is no guest or is present, or the guest has requests or matches of its own already.
  std::optional<base::PlayerId> recognise_guest(base::PlayerId guest, base::MatchId match, duel::Seat seat,
                                                const std::string& token);
  // From now on, challenges to this player start a match at once.
  void open_to_challenges(base::PlayerId player, const OpenOffer& open);
  // Does nothing if the player has not entered.
  void leave(base::PlayerId player, base::Time now);

  // The requests of players. The lobby answers them with messages.
  void list(base::PlayerId player, base::Time now);
  void request_quick_match(base::PlayerId player, const MatchRequest& wanted, base::Time now);
  void challenge(base::PlayerId player, const std::string& opponent, const MatchRequest& wanted, base::Time now);
  void accept(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription, base::Time now);
  void decline(base::PlayerId player, base::ChallengeId challenge, base::Time now);
  void invite(base::PlayerId player, const InvitationRequest& wanted, base::Time now);
  void join(base::PlayerId player, const std::string& code, match::Subscription subscription, base::Time now);
  // Withdraws all requests for quick matches, and the invitation.
  void withdraw_requests(base::PlayerId player, base::Time now);
  void resign(base::PlayerId player, base::MatchId match, duel::Seat seat, base::Time now);
  void watch(base::PlayerId player, base::MatchId match, const match::WatchRequest& wanted, base::Time now);
  void unwatch(base::PlayerId player, base::MatchId match, base::Time now);
  void decide(base::PlayerId player, base::MatchId match, const match::SeatDecision& decision, base::Time now);
  void resume(base::PlayerId player, base::MatchId match, const match::ResumeRequest& wanted, base::Time now);
  void report_round_trip(base::PlayerId player, int milliseconds, base::Time now);

  // Makes a match again from its events when the server starts. `played`: as in match::Match::interrupt(). Returns
  // false, and makes none, if this program plays the events otherwise than the program that wrote them.
  bool restore_match(std::span<const match::MatchEvent> events, base::Span played, base::Time now);
  // Returns the arranged match that was made again; nullopt if there is no such match.
  std::optional<match::RestoredArrangedMatch> restored_arranged_match(base::MatchId match) const;
  // Until this time, hosts can take back the invitations that they had before the server was restarted. A player that
  // joins one before its host is told that the host is away.
  void expect_returning_hosts(base::Time until) { returning_hosts_until_ = until; }
  // Call for a match for which LobbyOutput::is_new_match_waiting() has returned true. It begins now.
  void begin_match(base::MatchId match, base::Time now);
  // Returns the time up to which all games in real time have been played.
  base::Time real_time_played_until() const { return phases_run_until_; }

  // Returns nullopt if there is no room, or if one of the players has gone.
  std::optional<base::MatchId> start_arranged_match(const match::Arrangement& arrangement, base::Time now);
  // Takes a seat of a running match from this player (Match::close_seat). The player's other matches go on.
  void close_seat(base::PlayerId player, base::MatchId match, duel::Seat seat, const std::string& why, base::Time now);
  // Gives a lost seat of an arranged match back to its player, which is present again and does not resume it: it does
  // not know of the match. Does nothing if the seat is not lost.
  void return_lost_seat(base::MatchId match, duel::Seat seat, const match::MatchPlayer& player, base::Time now);
  // Returns false if there is no such match.
  bool forfeit(base::MatchId match, duel::Seat seat, duel::Cause cause, base::Time now);

  void on_game_saved(base::MatchId match, int game, std::uint64_t record, base::Time now);
  void on_game_voided(base::MatchId match, int game, base::Time now);
  // Runs the real-time matches of a phase, 0 to base::kPhases - 1. Call once a frame for each phase.
  void run_phase(int phase, base::Time now);
  // Records the share of the last span that the phases took.
  void record_real_time_share(double share, base::Span span) { cpu_load_.record(share, span); }
  // Matches that run keep the settings with which they began.
  void change_settings(const LobbySettings& settings) { settings_ = settings; }
  // How much later than the players spectators see a match in which a person plays, unless its terms say otherwise.
  base::Span spectator_delay_with_person() const { return settings_.match.spectator_delay; }
  // Records how late the event loop is. Call it ten times a second.
  void record_loop_load(const LoopLoadSample& sample) { loop_load_.add(sample); }
  // Runs all other due matches. Call a few dozen times a second.
  void run_due_matches(base::Time now);

  // Spectators are sent their updates when there is time for it, a slice with each call.
  bool has_spectator_updates() const { return !broadcaster_.is_empty(); }
  // Returns true if a delay keeps something from spectators.
  bool has_delayed_spectator_updates() const { return !delayed_groups_.empty(); }
  void send_spectator_updates() { broadcaster_.send_some(output_); }

  // Starts no new matches from now on. Sends Drain with the time until `end` to all players, and to each that enters.
  void drain(base::Time end, base::Time now);
  bool is_draining() const { return drain_end_.has_value(); }
  // Returns nullopt if there is no such match.
  std::optional<match::AbandonResult> abandon(base::MatchId match, base::Time now);
  // Voids all running games.
  void abandon_all(base::Time now);

  std::size_t match_count() const { return matches_.size(); }
  bool has_real_time_matches() const { return real_time_match_count_ > 0; }
  const match::CpuLoadEstimate& cpu_load() const { return cpu_load_; }
  const LoopLoad& loop_load() const { return loop_load_; }
  std::size_t player_count() const { return players_.size(); }
  // Returns the number of different terms for which quick matches are requested.
  std::size_t waiting_terms_count() const { return quick_match_requests_.size(); }
  Snapshot snapshot() const;
  // Changes whenever the snapshot may have changed.
  std::uint64_t snapshot_version() const { return snapshot_version_; }
  // Returns the entry of the match in the snapshot; nullopt if no such match is running.
  std::optional<ListedMatch> match_listing(base::MatchId match) const;
  const LobbyCounts& counts() const { return counts_; }

 private:
  struct Player {
    std::string name;
    Access access = Access::full;
    std::uint64_t entered = 0;           // the number of players that had entered before
    std::vector<base::MatchId> matches;  // in which it plays or which it watches
    std::size_t open_requests = 0;       // for quick matches
    std::optional<OpenOffer> open;       // set if challenges to it start a match at once
    std::string invitation;              // its code; empty: none
    Payer payer{};
    base::Time quality_sent_at;  // the last time that its connection quality was forwarded
    // The phase for its next matches in real time, and how many more of them go there.
    std::size_t phase = 0;
    std::size_t free_phase_places = 0;
  };
  struct QuickMatchRequest {
    base::PlayerId player{};
    match::Subscription subscription;
  };
  struct OpenChallenge {
    base::PlayerId from{};
    base::PlayerId to{};
    match::Terms terms;
    match::Subscription subscription;
  };
  struct RunningMatch {
    std::shared_ptr<match::SpectatorGroup> spectators;  // null: it has no spectators
    std::unique_ptr<match::Match> match;
    match::MatchScheduler::Slot slot;
    double expected_load = 0;
    bool is_paused = false;
    int listed_game = 0;                     // as the snapshot has it
    std::string payer;                       // to which it is charged
    std::array<int, 2> paid_clocks{-1, -1};  // for each seat, the frame in which it last decided
    bool is_waiting = false;                 // until begin_match()
  };
  // A match that may begin now.
  struct NewMatch {
    match::FirstGameSeed first_seed;
    std::string payer;
    bool is_invited = false;  // its terms are those of an invitation
  };
  // Call at the beginning of each request. Returns false if the player may only play arranged matches; it has then
  // been told so.
  bool may_request(base::PlayerId player, base::Time now);
  // Returns the same key for equal terms.
  static std::string terms_key(const match::Terms& terms);

  // Returns the player of the oldest request with this key, apart from those of this player.
  std::optional<base::PlayerId> find_waiting_player(const std::string& key, base::PlayerId player) const;
  std::optional<QuickMatchRequest> take_waiting_request(const std::string& key, base::PlayerId player);
  // Of the players with this name, returns the open one with the most free matches, or else one that must be asked.
  std::optional<base::PlayerId> find_opponent(base::PlayerId player, const std::string& name) const;
  // Returns a waiting challenge to the player from this opponent, for the same terms apart from `queue_of`.
  std::optional<base::ChallengeId> find_mutual_challenge(base::PlayerId player, const std::string& opponent,
                                                         const match::Terms& terms) const;
  std::optional<base::ChallengeId> find_challenge(base::PlayerId from, base::PlayerId to) const;
  void start_open_challenge(base::PlayerId player, base::PlayerId opponent, const MatchRequest& wanted,
                            const NewMatch& checked, base::Time now);
  // Returns how many more challenges a player takes that is open to challenges; 0 for all others.
  int free_match_slots(base::PlayerId player) const;
  void accept_challenge(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription,
                        base::Time now);
  // Returns the code of the host's earlier invitation, and takes it from the old player; nullopt if there is none.
  std::optional<std::string> reclaim_invitation(const InvitationRequest& wanted, base::Time now);
  void withdraw_invitation(base::PlayerId player);
  void cancel_quick_matches(base::PlayerId player);
  void end_challenges_of(base::PlayerId player);
  void end_challenge(base::ChallengeId id, const std::string& why);
  // Returns nullopt if a match with these terms cannot begin; the player has then been sent the reason. `partner`: the
  // opponent, if it has asked for this match, too.
  std::optional<NewMatch> check_new_match(base::PlayerId player, std::optional<base::PlayerId> partner,
                                          const match::Terms& terms, base::Time now);
  // Returns the first of the payers that may begin one more match; nullopt if none may. The first one then waits.
  std::optional<std::string> choose_payer(match::Clock clock, const std::vector<Payer>& payers, base::Time now);
  const Payer& payer_of(base::PlayerId player) const { return players_.at(player).payer; }
  // Returns false if the opponent has as many open challenges as it may have, and the player's payer has its part of
  // them. A payer that has more than its part loses its newest one.
  bool make_room_for_challenge(base::PlayerId player, base::PlayerId opponent);
  std::size_t choose_phase(Player& one, Player& two);
  void update_load_estimate(RunningMatch& running);
  void update_pause(RunningMatch& running);
  std::size_t seat_count(base::PlayerId player) const;
  std::size_t real_time_seat_count(base::PlayerId player) const;
  template <typename Counts>
  std::size_t seat_count(base::PlayerId player, Counts counts) const;
  base::MatchId start_match(const match::Terms& terms, const NewMatch& checked, match::MatchPlayer one,
                            match::MatchPlayer two, base::Time now);
  // `created` has no number and no date yet. Precondition: its players have entered.
  base::MatchId start_match(match::MatchCreated created, const std::string& payer, base::Time now);
  // Adds the match to the scheduler and to all counts.
  void count_match(RunningMatch& running, std::size_t group);
  void stop_watching(RunningMatch& running, base::PlayerId player);
  static match::SpectatorDelay spectator_delay_of(const RunningMatch& running);
  // Call after the match has told its spectators something.
  void queue_for_spectators(const RunningMatch& running);
  void release_to_spectators(base::Time now);
  void note_taken_seat(RunningMatch& running, base::PlayerId player);
  // After a stall of the server, moves the time-outs of all matches.
  void skip_stall(base::Time now);
  // Call after a match has changed: removes it if it is over, else notes when it must run again.
  std::unordered_multimap<std::string, base::PlayerId>::iterator skeleton_entry_of(base::PlayerId player);
  void reschedule_or_remove(base::MatchId id);
  void remove_match(base::MatchId id);
  void run_due_matches_of_group(std::size_t group, base::Time now);
  match::Match* find(base::MatchId id);
  // Refuses the request if there is no such match. `decision`: the id of the decision; 0: it is another request.
  match::Match* find_or_refuse(base::PlayerId player, base::MatchId id, std::uint32_t decision = 0);
  void refuse(base::PlayerId player, match::RefusalReason reason, std::string text);
  void attach_match(base::PlayerId player, base::MatchId match);

  LobbySettings settings_;
  base::IdSource& match_ids_;
  LobbyOutput& output_;
  std::uint64_t last_challenge_ = 0;
  std::uint64_t entered_count_ = 0;
  std::uint64_t snapshot_version_ = 0;
  std::optional<base::Time> drain_end_;  // set: no new matches start
  base::Time returning_hosts_until_{};   // hosts take back the invitations of an earlier process
  std::optional<base::Time> last_active_at_;
  std::unordered_map<base::PlayerId, Player> players_;
  std::unordered_multimap<std::string, base::PlayerId> players_by_skeleton_;  // of their names
  std::map<std::string, std::vector<QuickMatchRequest>> quick_match_requests_;
  std::map<base::ChallengeId, OpenChallenge> challenges_;
  Invitations invitations_;
  std::unordered_map<base::MatchId, RunningMatch> matches_;
  match::MatchScheduler scheduler_;
  std::size_t real_time_match_count_ = 0;
  base::Time phases_run_until_;
  match::SpectatorBroadcaster broadcaster_;
  // The groups that wait for a delay, also of matches that are over.
  std::unordered_map<base::MatchId, std::shared_ptr<match::SpectatorGroup>> delayed_groups_;
  match::CpuLoadEstimate cpu_load_;
  LoopLoad loop_load_;
  Capacity capacity_;
  Capacity real_time_capacity_;  // a part of it
  LobbyCounts counts_;
};

}  // namespace rensa::lobby
