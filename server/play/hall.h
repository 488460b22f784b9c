#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "proto/feature.h"
#include "server/play/burden.h"
#include "server/play/crowds.h"
#include "server/play/invitations.h"
#include "server/play/match.h"
#include "server/play/outlet.h"
#include "server/play/rota.h"
#include "server/play/tally.h"

namespace rensa::play {

struct HallSettings {
  MatchSettings match;
  std::size_t max_matches = 25'000;
  // Real time is dear: beyond these the running ones would be late.
  std::size_t max_real_matches = 4'000;
  double max_real_share = 0.75;  // of the time, spent on their frames now or soon; 1: as much as there is
  std::size_t max_matches_per_member = 1'024;
  std::size_t max_wishes_per_member = 256;  // quick matches that a member waits for at a time
  std::size_t max_challenges_per_member = 16;
  std::size_t max_away_invitations = 64;  // of a payer, whose hosts have lost their connections
  // For so long nothing may happen here; a longer time is the server's fault, and nobody's time-outs go on in it. Zero:
  // any time may pass.
  base::Span longest_silence{};
};

// Where players meet: who is here, who wants to play whom, and the matches that are being played. It is told what
// members say and what time it is, and tells its outlet what they shall hear.
class Hall {
 public:
  Hall(const HallSettings& settings, proto::MatchId last_match, Outlet& outlet);

  // A name is free when nobody who is here has it; workers of one name may be several.
  bool is_free(const std::string& name) const;
  // Who only plays takes part in nothing but the matches that are arranged for it.
  enum class Presence : std::uint8_t { whole, only_plays };
  void enter(base::SessionId session, const std::string& name, Presence presence = Presence::whole);
  // Precondition of these: the session has entered.
  // Who answers for it: what it leaves behind counts together with what others of the same have left.
  void set_payer(base::SessionId session, const std::string& payer) { members_.at(session).payer = payer; }
  const std::string& name_of(base::SessionId session) const { return members_.at(session).name; }
  void rename(base::SessionId session, const std::string& name);
  // Who is called so.
  std::vector<base::SessionId> named(const std::string& name) const;
  // What its players call the seat; nullopt: the session does not have it, or a host has given it away.
  std::optional<std::string> seat_name(base::SessionId session, proto::MatchId match, duel::Seat seat) const;
  // The session takes challenges without being asked. Precondition: it has entered.
  void take_challenges(base::SessionId session, const proto::Open& open);
  void leave(base::SessionId session, base::Time now);
  // Anything but Hello and Advice, and what is about tournaments; Ping for what it says of the line. Precondition: the
  // session has entered.
  void handle(base::SessionId session, const proto::ClientMessage& message, base::Time now);

  // A match between sessions that are here; nullopt: there is no room, or one of them is gone.
  std::optional<proto::MatchId> arrange(const Arrangement& arrangement, base::Time now);
  // False: there is no such match.
  bool forfeit(proto::MatchId match, duel::Seat seat, duel::Cause cause, base::Time now);

  void saved(proto::MatchId match, int game, std::uint64_t record, base::Time now);
  // Real-time matches of a phase, 0 .. base::kPhases - 1: once a frame each.
  void run_phase(int phase, base::Time now);
  // How much of the span that is now over their phases have taken.
  void heed_real_share(double share, base::Span span) { burden_.heed(share, span); }
  // All other matches whose time has come: a few dozen times a second.
  void run_waiting(base::Time now);

  // Who watches is told when there is time for it: some of them by each call.
  bool has_crowds() const { return !crowds_.is_empty(); }
  void tell_crowds() { crowds_.tell_some(outlet_); }

  // No new matches from now on, and everybody is told.
  void drain(int seconds);
  bool is_draining() const { return draining_; }
  // nullopt: there is no such match.
  std::optional<Abandoned> abandon(proto::MatchId match, base::Time now);
  // Ends what is still running, for nobody.
  void abandon_all(base::Time now);

  std::size_t match_count() const { return matches_.size(); }
  bool has_real_matches() const { return real_matches_ > 0; }
  const Burden& burden() const { return burden_; }
  std::size_t member_count() const { return members_.size(); }
  // Different terms on which somebody waits for a quick match.
  std::size_t awaited_terms() const { return wishes_.size(); }
  proto::Lobby lobby() const;
  // As the lobby lists it; nullopt: no such match is being played.
  std::optional<proto::LobbyMatch> listed(proto::MatchId match) const;
  const Tally& tally() const { return tally_; }

 private:
  struct Member {
    std::string name;
    Presence presence = Presence::whole;
    std::vector<proto::MatchId> matches;  // sits or watches there
    std::size_t wishes = 0;
    std::optional<proto::Open> open;  // takes challenges
    std::string invitation;           // its code; empty: there is none
    std::string payer;
    base::Time line_noted_at;  // the last time that it said how its connection does
    // Where its next matches in real time go, and how many of them.
    std::size_t phase = 0;
    std::size_t phase_has_room = 0;
  };
  struct Wish {
    base::SessionId session{};
    proto::Subscription subscription;
  };
  struct OpenChallenge {
    base::SessionId from{};
    base::SessionId to{};
    proto::Terms terms;
    proto::Subscription subscription;
  };
  struct Playing {
    std::unique_ptr<Match> match;
    Rota::Place place;
    double burden = 0;
    bool rests = false;
  };
  struct Asked;  // the visitor of messages
  // Terms as a key: equal ones compare equal.
  static std::string key_of(const proto::Terms& terms);

  void wish(base::SessionId session, const proto::QuickMatch& wanted, base::Time now);
  std::optional<Wish> take_wish(const std::string& key, base::SessionId session);
  // Who is meant by a name: who takes most without being asked, else who is to be asked.
  std::optional<base::SessionId> opponent_of(base::SessionId session, const std::string& name) const;
  void challenge(base::SessionId session, const proto::Challenge& wanted, base::Time now);
  // One that waits for the session, from who is called so and for the same but for the queue.
  std::optional<proto::ChallengeId> answered_by(base::SessionId session, const proto::Challenge& wanted) const;
  // That waits between these two, from the one to the other.
  std::optional<proto::ChallengeId> waiting(base::SessionId from, base::SessionId to) const;
  void begin_challenge(base::SessionId session, base::SessionId opponent, const proto::Challenge& wanted,
                       const Beginning& beginning, base::Time now);
  // How many more matches an open member takes; 0 for all others.
  int free_matches(base::SessionId session) const;
  void accept(base::SessionId session, const proto::Accept& accepted, base::Time now);
  void decline(base::SessionId session, const proto::Decline& declined);
  void invite(base::SessionId session, const proto::Invite& wanted, base::Time now);
  void join(base::SessionId session, const proto::Join& wanted, base::Time now);
  // The code of its own earlier invitation, which is nobody's then; nullopt: there is none to come back to.
  std::optional<std::string> reclaimed(const proto::Invite& wanted);
  void withdraw_invitation(base::SessionId session);
  void take_wishes_back(base::SessionId session);
  void end_challenges_of(base::SessionId session);
  void end_challenge(proto::ChallengeId id, const std::string& why);
  // nullopt: a match of these terms cannot begin, and the session has been told why.
  std::optional<Beginning> beginning_of(base::SessionId session, const proto::Terms& terms);
  bool has_room(bool is_real) const;
  std::size_t phase_for(Member& one, Member& two);
  // Weighs what the match is expected to take, for who plays it and hears what.
  void weigh(Playing& playing);
  void note_rest(Playing& playing);
  std::size_t seats_of(base::SessionId session) const;
  std::size_t real_seats_of(base::SessionId session) const;
  template <typename Counts>
  std::size_t seats_of(base::SessionId session, Counts counts) const;
  void start_match(const proto::Terms& terms, const Beginning& beginning, Entrant one, Entrant two, base::Time now);
  using MakeMatch = std::function<std::unique_ptr<Match>(proto::MatchId id, int phase)>;
  proto::MatchId start_match(bool is_real, base::SessionId one, base::SessionId two, const MakeMatch& make,
                             base::Time now);
  // The server has done nothing for a while: nobody shall be blamed for that.
  void heed_stall(base::Time now);
  // Of a match that something happened to: drops it if it is over, else notes when it wants to run again.
  void settle(proto::MatchId id);
  void run(std::size_t group, base::Time now);
  Match* find(proto::MatchId id);
  void refuse(base::SessionId session, proto::ErrorCode code, std::string text);
  void attach(base::SessionId session, proto::MatchId match);

  const HallSettings settings_;
  Outlet& outlet_;
  std::uint64_t last_match_;
  std::uint64_t last_challenge_ = 0;
  bool draining_ = false;
  std::optional<base::Time> awake_at_;  // the last time that anything was done here
  std::unordered_map<base::SessionId, Member> members_;
  std::unordered_multiset<std::string> names_;  // theirs
  std::map<std::string, std::vector<Wish>> wishes_;
  std::map<proto::ChallengeId, OpenChallenge> challenges_;
  Invitations invitations_;
  std::unordered_map<proto::MatchId, Playing> matches_;
  Rota rota_;
  std::size_t real_matches_ = 0;
  Crowds crowds_;
  Burden burden_;
  Tally tally_;
};

}  // namespace rensa::play
