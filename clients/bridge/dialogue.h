#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/bridge/text_protocol.h"
#include "clients/session/match_tracker.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::bridge {

// The actions that the owner of a dialogue must take, in this order.
struct ProgramActions {
  std::optional<duel::Seat> begin;    // a match in this seat: the program is needed from now on
  std::vector<std::string> requests;  // to the program
  std::vector<std::string> messages;  // lines of the program for people
  bool begins_game = false;           // one of the requests is the first of a game
  bool has_missed_answer = false;     // the server has gone on without the program's answer
};

struct MoveCounts {
  int accepted = 0;  // placements
  int refused = 0;
  int late = 0;        // requests that were not answered in time
  int without_id = 0;  // responses
};

// Translates between our server and a program for the reference server. Plays one seat at a time. Depends only on
// messages of the server and the program. Has no sockets and no clock: bridge.h brings it the messages, and says when
// the program's time is up.
class Dialogue final : private session::MatchTracker::Listener {
 public:
  // Ignores the subscription and the slots of the plan: it plays one match at a time and gets every frame.
  explicit Dialogue(const session::MatchPlan& plan);
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  // The tracker that receives the server's messages and collects the messages to the server.
  session::MatchTracker& matches() { return matches_; }
  // Takes a text that the program has sent.
  void receive_from_program(std::string_view text);
  // Call this when all texts that have arrived from the program were taken. In real time, its decision takes effect
  // now.
  void on_all_received();
  // Call this when the program has not answered in time. It then makes no new decision in this frame.
  void on_time_up();
  ProgramActions take_actions() { return std::exchange(actions_, {}); }

  // Returns the number of the request to which the server awaits an answer; nullopt: it awaits none.
  std::optional<int> awaited() const { return matches_.is_stopped() ? std::nullopt : awaited_; }
  // Returns true if the program has made a decision in this game, or has used up the time for its first one.
  bool has_decided() const { return game_ && game_->has_decided; }
  const MoveCounts& counts() const { return counts_; }

 private:
  struct Game {
    bool is_asked = false;  // the program has got a request of this game
    bool is_told = false;   // the program has got the end of this game
    bool has_decided = false;
    int last_response = 0;  // the number of the request that the program has answered last; 0: none
    proto::Update newest;   // the last update that the program was asked about
    RequestWriter writer;
    std::optional<proto::Decide> answer;  // to the newest update
  };

  std::optional<std::string> why_refused(const rules::Ruleset& ruleset) const override;
  void match_began(const session::MatchTracker::Seat& seat) override;
  void game_began(const session::MatchTracker::Seat& seat, std::optional<std::uint64_t> chance) override;
  void updated(session::MatchTracker::Seat& seat, const proto::Update& update) override;
  void game_ended(const session::MatchTracker::Seat& seat, const proto::GameEnd& end) override;
  void match_ended(const session::MatchTracker::Seat& seat) override;

  void forget_responses();
  void begin_anew();
  void ask(const proto::Update& update);
  void ask_opening(const proto::Update& first);
  void answer_known_view();
  void note_missed_answer();
  void count(const proto::Update& update);
  void answer(bool is_late);
  void decide(std::optional<rules::Placement> placement, bool is_missed);

  session::MatchTracker matches_;
  ProgramActions actions_;
  bool is_real_ = false;      // the match is played in real time
  std::optional<Game> game_;  // of the match that is played
  std::optional<int> awaited_;
  std::vector<Response> collected_;  // decisions that have come in this frame
  std::string last_message_;         // of the program
  std::string unsent_comment_;       // the same message, until the server has got it
  MoveCounts counts_;
};

// Returns in a sentence the reason why programs of the reference cannot play the ruleset; nullopt: they can.
std::optional<std::string> why_unbridgeable(const rules::Ruleset& ruleset);

}  // namespace rensa::bridge
