#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/session/match_requests.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::session {

// The way in which a client gets its matches.
enum class MatchSource : std::uint8_t {
  quick_matches,  // matches that we request, of anyone or of one opponent
  host,           // whatever a host of tournaments arranges
  challenges,     // matches in which others challenge us
};

// The kind and the number of matches to play.
struct MatchPlan {
  proto::Terms terms;                                              // of quick matches
  proto::Subscription subscription = proto::Subscription::events;  // to the updates of each match
  int slots = 1;                                                   // matches at once, of each tournament
  std::optional<int> matches;                                      // quick matches in all; none: until it is stopped
  MatchSource source = MatchSource::quick_matches;                 // matches of other sources go on until it is stopped
  bool one_at_a_time = false;                                      // a second match at the same time is resigned
  std::vector<rules::Ruleset> own_rulesets{};                      // that are known besides the published ones
  std::string opponent{};                                          // that is challenged; empty: anyone's quick match
};

struct SeatKey {
  proto::MatchId match{};
  duel::Seat seat = duel::Seat::one;
  friend auto operator<=>(const SeatKey&, const SeatKey&) = default;
};

// The result of a match for one of our seats.
struct MatchReport {
  SeatKey seat;
  std::array<std::string, 2> players;
  proto::Terms terms;
  int wins = 0;
  int draws = 0;
  int losses = 0;
  std::optional<duel::Cause> cause;  // none: all games were played
  bool is_lost = false;              // it ended, or was given away, while we were not connected
};

// The matches that have ended, and their games.
struct MatchTotals {
  int matches = 0;
  int won = 0;
  int drawn = 0;
  int lost = 0;
};

// The actions that the owner of a tracker must take, in this order.
struct Actions {
  std::vector<proto::ClientMessage> send;
  std::vector<MatchReport> ended;
  std::vector<std::string> notices;  // for a person
};

// Follows the seats of a client from the request for a match, or its start, to its end, and takes them over again after
// a lost connection. It depends only on the server's messages: it has no sockets, no clock and no threads.
// server_session.h brings it the messages.
class MatchTracker {
 public:
  static constexpr int kMatchesBeyondSlots = 64;  // more than that are left

  struct Seat {
    SeatKey key;
    proto::MatchStart start;
    const rules::Ruleset* ruleset = nullptr;  // that of its terms
    std::uint64_t last_update = 0;            // its number
    int game = 0;                             // the last one that began
    int ended_game = 0;
    std::string commitment;    // of the last game that began; empty: not known
    MatchReport report;        // of the games so far
    bool is_resuming = false;  // the connection is new: the server has not given us the seat back yet
  };

  // The part of the client that plays the seats. The tracker tells it about their matches.
  class Listener {
   public:
    virtual ~Listener() = default;
    // Returns the reason why matches of a ruleset cannot be played; nullopt: they can.
    virtual std::optional<std::string> why_refused(const rules::Ruleset&) const { return std::nullopt; }
    virtual void match_began(const Seat&) {}
    virtual void game_began(const Seat& seat, std::optional<std::uint64_t> chance) = 0;
    // The server has sent an update of a game that has not ended. The listener may set is_resuming of the seat to
    // false.
    virtual void updated(Seat& seat, const proto::Update& update) = 0;
    virtual void game_ended(const Seat& seat, const proto::GameEnd& end) = 0;
    virtual void resumed(const Seat&) {}  // without an update that asks for an answer
    virtual void match_ended(const Seat&) {}
    virtual void asked_for_advice(const proto::Question&) {}
    virtual void disconnected() {}
  };

  // The listener must outlive the tracker.
  MatchTracker(const MatchPlan& plan, Listener& listener)
      : plan_(plan), listener_(listener), requests_(plan.terms, plan.subscription, plan.opponent) {}

  // Call this when the server has accepted a new connection. Takes the seats over again, and requests quick matches if
  // these are the source of matches.
  void connected(const proto::Welcome& welcome);
  // Call this when the connection is lost. The seats wait for the next connection.
  void disconnected();
  void hear(const proto::ServerMessage& message);
  // Requests matches again after the server has refused.
  void request_again();
  // Requests no more matches and resigns all that are being played. Without a connection, the next one resigns them.
  void stop();
  Actions take_actions();

  bool are_requests_refused() const { return are_requests_refused_; }
  bool is_stopped() const { return is_stopped_; }
  // Returns true if a new connection is needed to take seats over.
  bool has_seats() const { return !seats_.empty(); }
  // Returns true if matches begin without a request of ours.
  bool is_arranged() const { return is_bound_ || plan_.source != MatchSource::quick_matches; }
  // Returns null if the ruleset is not known. It lives as long as the tracker.
  const rules::Ruleset* find_ruleset(std::string_view id) const { return rules::find_ruleset(id, plan_.own_rulesets); }
  // Returns true if all planned matches have been played, or all matches have been left.
  bool is_over() const;
  // Returns the reason why the tracker cannot go on; empty: it can.
  const std::string& why_failed() const { return why_failed_; }
  // Returns true if the tournament of its token lets the player take no further part.
  bool is_dismissed() const { return is_dismissed_; }
  const MatchTotals& totals() const { return totals_; }
  int slots() const { return plan_.slots; }

  // The following functions are for the listener.
  // Returns true if a decision can be sent. If not, it must wait until the server asks again.
  bool can_decide(const SeatKey& key) const;
  std::uint32_t next_decision_id() { return ++decisions_; }
  void send(proto::ClientMessage message) { actions_.send.push_back(std::move(message)); }
  void notify(std::string text) { actions_.notices.push_back(std::move(text)); }
  void fail(std::string why);

 private:
  void on(const proto::MatchStart& start);
  void on(const proto::GameStart& start);
  void on(const proto::Update& update);
  void on(const proto::GameEnd& end);
  void on(const proto::MatchEnd& end);
  void on(const proto::PauseStatus& status);
  void on(const proto::Challenged& challenged);
  void on(const proto::ChallengeEnded& ended);
  void on(const proto::Error& error);
  void on(const proto::Drain& drain);
  void on(const proto::TournamentEvent& event);
  void on(const proto::Question& question) { listener_.asked_for_advice(question); }
  template <typename Other>
  void on(const Other&) {}  // does not concern the seats

  Seat* find(proto::MatchId match, std::optional<duel::Seat> seat);
  void end(const Seat& seat, const MatchReport& report);
  void forget_unresumed_seats(proto::MatchId match);
  void forget_seats(proto::MatchId match);
  void lose(const Seat& seat);
  bool has_room_for_match() const;
  void request_matches();
  void refuse_requests(const std::string& why);
  void repeat_challenge(const std::string& text);
  void leave_all();

  MatchPlan plan_;
  Listener& listener_;
  std::map<SeatKey, Seat> seats_;
  Actions actions_;
  MatchTotals totals_;
  MatchRequests requests_;
  std::string own_name_;                                         // as the server calls us
  std::set<std::pair<std::string, std::string>> told_messages_;  // of organisers: their tournaments and events
  int repeats_left_ = 0;                                         // of a challenge that a lost connection has ended
  std::string why_refused_;  // the reason why we request no more matches; empty: we do
  std::uint32_t decisions_ = 0;
  bool is_connected_ = false;
  bool is_bound_ = false;  // Welcome says that our token is for arranged matches only
  bool are_requests_refused_ = false;
  bool is_stopped_ = false;
  std::string why_failed_;
  bool is_dismissed_ = false;
};

}  // namespace rensa::session
